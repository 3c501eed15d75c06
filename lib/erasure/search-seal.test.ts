import { expect, it } from 'vitest';
import { openSearch, sealSearch } from './search-seal';

const appSecret = 'an application secret of 32 characters';
const now = new Date('2026-06-01T12:00:00Z');
const sealed = sealSearch('ann@x.example', { appSecret, now });

it('holds an address for half an hour, and shows it to nobody', () => {
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('ann');
  expect(openSearch(sealed, { appSecret, now: new Date(now.getTime() + 29 * 60_000) })).toBe('ann@x.example');
  expect(openSearch(sealed, { appSecret, now: new Date(now.getTime() + 31 * 60_000) })).toBeUndefined();
});

it.each(['', 'ann@x.example', sealed.slice(1), `${sealed}AA`])('is nothing else: %s', (other) => {
  expect(openSearch(other, { appSecret, now })).toBeUndefined();
});
