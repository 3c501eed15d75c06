import { expect, it } from 'vitest';
import { MAILS_RETAINED_MS, triedForMs } from './lifetimes';

const DAY_MS = 86_400_000;

it.each(['sign-in', 'notices', 'constructor'])(
  'an email of the kind %s is kept for longer than it is tried',
  (kind) => {
    expect(triedForMs(kind)).toBeGreaterThanOrEqual(DAY_MS);
    expect(MAILS_RETAINED_MS - triedForMs(kind)).toBeGreaterThanOrEqual(DAY_MS);
  },
);
