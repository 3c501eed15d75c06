import { expect, it } from 'vitest';
import type { Shot } from './capture';
import { contactSheet } from './contact-sheet';

const SHOT: Shot = {
  scene: 'leads',
  width: 360,
  theme: 'light',
  language: 'en',
  file: 'leads.en.360.light.jpg',
  overflow: 0,
  cut: [],
};

it('shows each picture under its page, and counts them', () => {
  const sheet = contactSheet({ shots: [SHOT, { ...SHOT, scene: 'form', file: 'form.jpg' }], failures: [] });
  expect(sheet).toContain('2 pictures of 2 pages');
  expect(sheet).toContain('<h2>form</h2>');
  expect(sheet).toContain('src="leads.en.360.light.jpg"');
});

it('names what is too wide and what could not be taken, as text', () => {
  const sheet = contactSheet({ shots: [{ ...SHOT, overflow: 12 }], failures: ['form: <timeout>'] });
  expect(sheet).toContain('12 px too wide');
  expect(sheet).toContain('form: &#60;timeout&#62;');
});
