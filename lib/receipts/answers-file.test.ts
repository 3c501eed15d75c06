import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answers } from '@/lib/forms/field';
import { digestFile, digestReformatted, toCanonicalJson, writeAnswersFile } from './answers-file';

const answers: fc.Arbitrary<Answers> = fc.dictionary(
  fc.string({ minLength: 1 }),
  fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.array(fc.string()),
  ),
);

const shuffled = (record: Answers): Answers => Object.fromEntries(Object.entries(record).reverse());

const fileOf = (of: Answers) => writeAnswersFile({ answers: of, salt: 's', submission: 'sub_x' });

describe('an answers file', () => {
  it('is the same for the same answers in any order, and after any formatting', () => {
    fc.assert(
      fc.property(answers, (record) => {
        const file = fileOf(record);
        expect(fileOf(shuffled(record))).toBe(file);
        expect(digestReformatted(JSON.stringify(JSON.parse(file), null, 2))).toBe(digestFile(file));
      }),
    );
  });

  it('holds the answers as they were', () => {
    fc.assert(
      fc.property(answers, (record) => {
        // JSON knows no negative zero.
        const plain = JSON.parse(JSON.stringify(record));
        expect(JSON.parse(fileOf(record))).toEqual({ answers: plain, salt: 's', submission: 'sub_x' });
      }),
    );
  });

  it('of other answers has another digest', () => {
    fc.assert(
      fc.property(answers, answers, (one, other) => {
        fc.pre(JSON.stringify(shuffled(one)) !== JSON.stringify(shuffled(other)));
        fc.pre(toCanonicalJson(one) !== toCanonicalJson(other));
        expect(digestFile(fileOf(one))).not.toBe(digestFile(fileOf(other)));
      }),
    );
  });

  it('has the order and the spelling of RFC 8785, also for names that objects treat specially', () => {
    const record = JSON.parse(
      '{"\\u20ac":1,"\\r":2,"1":3,"__proto__":"x","\\ud83d\\ude02":[1e21,"\\u000f"]}',
    );
    expect(toCanonicalJson(record)).toBe('{"\\r":2,"1":3,"__proto__":"x","€":1,"😂":[1e+21,"\\u000f"]}');
  });

  it('is what its digest is of, byte for byte', () => {
    const file = fileOf({ lastName: 'Åberg', value: 1250.5 });
    expect(file).toBe('{"answers":{"lastName":"Åberg","value":1250.5},"salt":"s","submission":"sub_x"}');
    expect(digestFile(file)).toBe(createHash('sha256').update(Buffer.from(file)).digest('base64url'));
  });

  it('with another salt has another digest: one answer cannot be guessed', () => {
    const of = { consent: true };
    const digests = ['a', 'b'].map((salt) =>
      digestFile(writeAnswersFile({ answers: of, salt, submission: 'sub_x' })),
    );
    expect(digests[0]).not.toBe(digests[1]);
  });

  it.each([
    ['no JSON', '{'],
    ['nested too deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ])('is unreadable: %s', (_, text) => {
    expect(digestReformatted(text)).toBeUndefined();
  });
});
