import { describe, expect, it } from 'vitest';
import { toStatusWord } from './words';

describe('a status', () => {
  it.each(['pending', 'Pending', ' PENDING '])(
    'that the interface names is known, however it is written: %s',
    (status) => {
      expect(toStatusWord(status)).toMatchObject({ tone: 'info', known: true });
    },
  );

  it('that is known is written as a person would', () => {
    expect(toStatusWord('closed_won')).toEqual({ label: 'Closed won', tone: 'good', known: true });
  });

  it.each(['Awaiting legal (EMEA)', 'in_der_Prüfung', '', '__proto__', 'constructor'])(
    'that nobody named yet is shown as it came, in the neutral tone: %s',
    (status) => {
      expect(toStatusWord(status)).toEqual({ label: status, tone: 'neutral', known: false });
    },
  );
});
