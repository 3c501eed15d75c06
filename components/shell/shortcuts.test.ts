import { describe, expect, it } from 'vitest';
import { findShortcut, moveTo } from './shortcuts';

const NO_MODIFIER = {
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  defaultPrevented: false,
};
const press = (key: string, more = {}) => findShortcut({ key, target: null, ...NO_MODIFIER, ...more });
const inside = (found: unknown) => ({ target: { closest: () => found } });

describe('a single key', () => {
  it('searches, opens the form, moves between rows, and shows the shortcuts', () => {
    expect(['/', 'n', 'j', 'k', '?'].map((key) => press(key))).toEqual([
      'search',
      'newLead',
      'next',
      'previous',
      'help',
    ]);
  });

  it.each(['N', 'a', 'Enter', 'constructor', '__proto__'])('does nothing if it is %s', (key) => {
    expect(press(key)).toBeUndefined();
  });

  it('does nothing while the person types', () => {
    expect(press('n', inside({}))).toBeUndefined();
    expect(press('n', inside(null))).toBe('newLead');
  });

  it.each(['ctrlKey', 'metaKey', 'altKey', 'isComposing', 'defaultPrevented'])(
    'does nothing with %s',
    (modifier) => {
      expect(press('n', { [modifier]: true })).toBeUndefined();
    },
  );
});

describe('moving between rows', () => {
  const rows = ['a', 'b', 'c'];

  it('starts at the end it comes from', () => {
    expect(moveTo(rows, { direction: 'next' })).toBe('a');
    expect(moveTo(rows, { direction: 'previous' })).toBe('c');
    expect(moveTo(rows, { from: 'gone', direction: 'next' })).toBe('a');
  });

  it('goes to the neighbour, and stays at the ends', () => {
    expect(moveTo(rows, { from: 'a', direction: 'next' })).toBe('b');
    expect(moveTo(rows, { from: 'b', direction: 'previous' })).toBe('a');
    expect(moveTo(rows, { from: 'c', direction: 'next' })).toBeUndefined();
    expect(moveTo(rows, { from: 'a', direction: 'previous' })).toBeUndefined();
  });
});
