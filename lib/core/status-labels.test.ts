import { describe, expect, it } from 'vitest';
import {
  orderStatuses,
  outcomeOf,
  type StatusOverrides,
  statusOverridesFor,
  toStatusWord,
} from './status-labels';

const NOBODY = new Map();

describe('a status', () => {
  it.each(['pending', 'Pending', ' PENDING '])(
    'that the interface names is known, in any spelling: %s',
    (status) => {
      expect(toStatusWord(status, NOBODY)).toMatchObject({ tone: 'info', known: true });
    },
  );

  it('that is known is written in plain words', () => {
    expect(toStatusWord('closed_won', NOBODY)).toEqual({ label: 'Closed won', tone: 'good', known: true });
  });

  it.each(['Awaiting legal (EMEA)', 'in_der_Prüfung', '', '__proto__', 'constructor'])(
    'that is unknown is shown verbatim, in the neutral tone: %s',
    (status) => {
      expect(toStatusWord(status, NOBODY)).toEqual({ label: status, tone: 'neutral', known: false });
    },
  );

  it('is shown with an admin’s override, in part or in whole', () => {
    const overrides: StatusOverrides = new Map([
      ['pending', { label: 'With us' }],
      ['in_der_Prüfung', { tone: 'progress' }],
      ['__proto__', { label: 'Odd', tone: 'warn' }],
      ['won', {}],
    ]);
    expect(toStatusWord('pending', overrides)).toEqual({ label: 'With us', tone: 'info', known: true });
    expect(toStatusWord('in_der_Prüfung', overrides)).toEqual({
      label: 'in_der_Prüfung',
      tone: 'progress',
      known: true,
    });
    expect(toStatusWord('__proto__', overrides)).toEqual({ label: 'Odd', tone: 'warn', known: true });
    expect(toStatusWord('won', overrides)).toEqual(toStatusWord('won', NOBODY));
  });

  it('is overridden by the vendor’s exact spelling only', () => {
    const overrides: StatusOverrides = new Map([['pending', { label: 'With us' }]]);
    expect(toStatusWord('Pending', overrides).label).toBe('Pending');
  });

  it.each(['Lost', 'closed_lost', 'Duplicate', 'expired', 'Disqualified', 'cancelled'])(
    'that ends without a fault of anyone is neutral: %s',
    (status) => expect(toStatusWord(status, NOBODY).tone).toBe('neutral'),
  );

  it('that is lost is told from other neutral ones', () => {
    const lost = ['Lost', 'closed_lost', 'Duplicate'].map((status) => toStatusWord(status, NOBODY).isLost);
    expect(lost).toEqual([true, true, undefined]);
  });

  it.each(['rejected', 'Declined'])('that is a refusal is bad: %s', (status) =>
    expect(toStatusWord(status, NOBODY).tone).toBe('bad'),
  );
});

describe('the outcome of a status', () => {
  it.each([
    ['pending', 'open'],
    ['In Review', 'open'],
    ['on hold', 'open'],
    ['Won', 'won'],
    ['rejected', 'lost'],
    ['closed_lost', 'lost'],
    ['duplicate', 'other'],
    ['Zebra', 'open'],
  ])('%s is %s', (status, outcome) => expect(outcomeOf(status, NOBODY)).toBe(outcome));

  it('is what the tone says that admins gave it', () => {
    const overrides: StatusOverrides = new Map([
      ['Zebra', { tone: 'good' }],
      ['Giraffe', { tone: 'neutral', label: 'Parked' }],
      ['lost', { tone: 'warn' }],
    ]);
    expect(['Zebra', 'Giraffe', 'lost'].map((status) => outcomeOf(status, overrides))).toEqual([
      ...['won', 'other', 'open'],
    ]);
  });
});

describe('the order of statuses', () => {
  const order = (statuses: string[], overrides = NOBODY) =>
    orderStatuses(
      statuses.map((status) => ({ status })),
      overrides,
    ).map(({ status }) => status);

  it('is open, won, lost, others', () => {
    const pipeline = ['pending', 'contacted', 'on hold', 'won', 'lost', 'rejected', 'expired', 'Zebra'];
    expect(order(pipeline.toReversed())).toEqual(pipeline);
  });

  it('is the admins’ where they chose one; what they did not place follows', () => {
    const overrides = new Map([
      ['won', { position: 1 }],
      ['Zebra', { position: 2 }],
      ['pending', { position: 3 }],
    ]);
    expect(order(['lost', 'pending', 'contacted', 'Zebra', 'won'], overrides)).toEqual([
      ...['won', 'Zebra', 'pending', 'contacted', 'lost'],
    ]);
  });
});

describe('the usual texts of a status', () => {
  it('are in the reader’s language, however the portal writes the status', () => {
    for (const status of ['in review', 'In Review', 'IN_REVIEW'])
      expect(statusOverridesFor(NOBODY, 'de-AT').get(status)).toMatchObject({ label: 'In Prüfung' });
    expect(toStatusWord('in_review', statusOverridesFor(NOBODY, 'en')).label).toBe('In review');
    expect(statusOverridesFor(NOBODY, 'en').get('won')?.meaning).toBe('The company has become a customer.');
  });

  it('are none for any other status, nor in another language', () => {
    for (const status of ['stage 4', '__proto__', 'constructor'])
      expect(statusOverridesFor(NOBODY, 'de').get(status)).toEqual({});
    expect(statusOverridesFor(NOBODY, 'nl').get('won')).toEqual({});
  });
});
