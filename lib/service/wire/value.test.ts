import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getOwn } from '@/lib/core/own';
import { unstorableIn } from '@/tests/support/unstorable';
import { cleanJson, dateOf, idOf, isRecord, numberOf, textOf } from './value';

describe('single values', () => {
  it.each([
    ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00:00.123456Z', '2026-03-01T10:00:00.123Z'],
    ['2026-03-01T10:00:00+02:00', '2026-03-01T08:00:00.000Z'],
    ['2026-03-01T10:00:00+0200', '2026-03-01T08:00:00.000Z'],
    ['2026-03-01 10:00:00', '2026-03-01T10:00:00.000Z'],
    ['2026-03-01T10:00', '2026-03-01T10:00:00.000Z'],
    [1_772_359_200_000, '2026-03-01T10:00:00.000Z'],
    [1_772_359_200, '2026-03-01T10:00:00.000Z'],
    ['1772359200', '2026-03-01T10:00:00.000Z'],
  ])('reads the time %s as UTC, in any local time zone', (sent, iso) => {
    expect(dateOf(sent)?.toISOString()).toBe(iso);
  });

  it.each([
    ['0000-00-00T00:00:00Z'],
    ['2026-13-01T00:00:00Z'],
    ['+300000-01-01T00:00:00Z'],
    ['1012-01-01T00:00:00Z'],
    ['infinity'],
    ['12'],
    [''],
    [Number.NaN],
    [1e20],
    [{}],
    [null],
  ])('rejects %j as a time, because a database would refuse it', (sent) => {
    expect(dateOf(sent)).toBeUndefined();
  });

  it('reads numbers from numeric strings only', () => {
    expect(['12', ' 1.5 ', '-3e2', '.5', 7].map(numberOf)).toEqual([12, 1.5, -300, 0.5, 7]);
    const none = ['', '0x10', '1e999', 'Infinity', '12a', '1,000', Number.POSITIVE_INFINITY, true, [1]];
    expect(none.map(numberOf)).toEqual(none.map(() => undefined));
  });

  it('keeps an id unchanged, or rejects it', () => {
    expect(['66b0', 17, ' a ', '__proto__'].map(idOf)).toEqual(['66b0', '17', ' a ', '__proto__']);
    const none = ['', '  ', 'a\0', '\ud800', null, {}, Number.NaN];
    expect(none.map(idOf)).toEqual(none.map(() => undefined));
  });

  it('ignores properties of the prototype', () => {
    expect(getOwn({}, 'constructor')).toBeUndefined();
    expect(getOwn(JSON.parse('{"__proto__": 1}'), '__proto__')).toBe(1);
  });
});

describe('cleanJson', () => {
  it('replaces what a database refuses', () => {
    const sent = JSON.parse('{"a\\u0000": "x\\u0000\\ud800y", "b": 1e400000, "emoji": "\\ud83d\\ude00"}');
    expect({ ...(cleanJson(sent) as object) }).toEqual({ 'a\ufffd': 'x\ufffd\ufffdy', b: null, emoji: '😀' });
  });

  it('keeps a key named __proto__ as a key', () => {
    const cleaned = cleanJson(JSON.parse('{"__proto__": {"polluted": true}}'));
    expect(isRecord(cleaned) && Object.keys(cleaned)).toEqual(['__proto__']);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('survives nesting of any depth', () => {
    let deep: unknown = 'x';
    for (let depth = 0; depth < 50_000; depth += 1) deep = [deep];
    expect(JSON.stringify(cleanJson(deep))).toMatch(/^\[+null\]+$/);
  });

  it('makes any value survive being stored and read', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(unstorableIn(cleanJson(value))).toEqual([]);
      }),
    );
  });

  it('reads a text of any value without throwing', () => {
    fc.assert(fc.property(fc.anything(), (value) => ['string', 'undefined'].includes(typeof textOf(value))));
  });
});
