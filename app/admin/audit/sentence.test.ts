import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import { ACTS } from '@/lib/audit/write-audit';
import messages from '@/messages/en.json';
import { toParticulars, toSentence } from './sentence';

const say = createTranslator({ locale: 'en', messages, namespace: 'Audit' });

describe('an entry of the log', () => {
  it.each(ACTS)('of %s is told in a plain sentence', (act) => {
    const sentence = toSentence({ act, subject: 'maya@partner.example' }, say);
    expect(sentence).toMatch(/^[A-Z][^{}]+\.$/);
    expect(sentence).not.toContain(act);
  });

  it('of an act that this version does not know is told by its name', () => {
    expect(toSentence({ act: 'moon.landed', subject: 'L1' }, say)).toBe('moon.landed: L1');
  });

  it('is one line, whatever it is about', () => {
    const subject = 'a\u001b[31m\r\n\u202eb';
    expect(toSentence({ act: 'people.added', subject }, say)).toBe('Added a [31m b.');
    expect(toParticulars({ 'ro\nle': 'a\u0007b', none: null, sure: true })).toEqual([
      'ro le: a b',
      'sure: true',
    ]);
  });
});
