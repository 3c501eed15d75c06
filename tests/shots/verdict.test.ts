import { expect, it } from 'vitest';
import type { Shot } from './capture';
import { problemsOf } from './verdict';

const SHOT: Shot = {
  scene: 'leads',
  width: 360,
  theme: 'light',
  language: 'de',
  file: 'leads.de.360.light.png',
  overflow: 0,
  cut: [],
};

it('pictures of pages that fit are fine', () => {
  expect(problemsOf({ shots: [SHOT], failures: [] })).toEqual([]);
});

it('a page wider than its window, a cut button and a missing picture are not', () => {
  const shots = [SHOT, { ...SHOT, overflow: 1 }, { ...SHOT, cut: ['Speichern'] }];
  expect(problemsOf({ shots, failures: ['form, de: timeout'] })).toEqual([
    'leads.de.360.light.png: 1 px too wide',
    'leads.de.360.light.png: “Speichern” does not fit its button',
    'Not taken: form, de: timeout',
  ]);
});
