import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digestAnswers } from './submission-identity';

describe('the digest of a set of answers', () => {
  it('does not depend on the order of fields or choices, nor on being stored as JSON', () => {
    const answers = { name: 'Ada', value: 1250.5, consent: true, interests: ['training', 'analytics'] };
    const reordered = { interests: ['analytics', 'training'], consent: true, value: 1250.5, name: 'Ada' };
    expect(digestAnswers(reordered)).toBe(digestAnswers(answers));
    expect(digestAnswers(JSON.parse(JSON.stringify(answers)))).toBe(digestAnswers(answers));
  });

  it.each([
    [{ name: 'Ada' }, { name: 'Ada ' }],
    [{ value: 1 }, { value: '1' }],
    [{ consent: true }, { consent: 'true' }],
    [{ a: 'b' }, { b: 'a' }],
    [{ a: 'b', c: 'd' }, { a: 'b' }],
    [{ a: ['b'] }, { a: 'b' }],
    [{ a: ['b', 'c'] }, { a: ['b,c'] }],
    [{ a: 'x\n["b","y"]' }, { a: 'x', b: 'y' }],
  ])('distinguishes %j from %j', (one, other) => {
    expect(digestAnswers(one)).not.toBe(digestAnswers(other));
  });

  it('survives PostgreSQL’s conversion of numbers and field ids such as __proto__', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string(),
          fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
        ),
        (answers) => {
          expect(digestAnswers(JSON.parse(JSON.stringify(answers)))).toBe(digestAnswers(answers));
        },
      ),
    );
  });
});
