import { expect, it } from 'vitest';
import { spellingsOf } from './address-spellings';

it('finds an address with its domain as people and as mail servers write it', () => {
  expect(spellingsOf('ann@bücher.example')).toContain('ann@xn--bcher-kva.example');
  expect(spellingsOf('ann@xn--bcher-kva.example')).toContain('ann@bücher.example');
});

it('finds an address in both forms of Unicode', () => {
  const [composed, apart] = ['josé@x.example'.normalize('NFC'), 'josé@x.example'.normalize('NFD')];
  expect(spellingsOf(composed)).toEqual([composed, apart]);
  expect(spellingsOf(apart)).toEqual([apart, composed]);
});

it('has one spelling of an ordinary address, and of what is no domain', () => {
  expect(spellingsOf('ann@x.example')).toEqual(['ann@x.example']);
  expect(spellingsOf('ann@[::1].x')[0]).toBe('ann@[::1].x');
});
