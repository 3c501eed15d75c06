import { describe, expect, it } from 'vitest';
import { judgeOneLead } from './one-lead';
import { summarise } from './verdict';

type Facts = Parameters<typeof judgeOneLead>[0];

const fair: Facts = {
  submissions: [
    { id: 's1', marker: 'm1', state: 'accepted', leadId: 'l1' },
    { id: 's2', marker: 'm2', state: 'review', leadId: null },
    { id: 's3', marker: 'm3', state: 'refused', leadId: null },
  ],
  saved: [
    { submissionId: 's1', marker: 'm1' },
    { submissionId: 's2', marker: 'm2' },
  ],
  created: [{ leadId: 'l1', marker: 'm1' }],
};

describe('I2, exactly one lead', () => {
  it('holds for one lead each, a person to decide, or a refusal', () => {
    const verdict = judgeOneLead(fair);
    expect(verdict.violations).toEqual([]);
    expect(summarise(verdict)).toBe(
      'I2 exactly one lead: 3 submissions, 1 accepted, 1 in review, 1 refused, 0 doubled, 0 lost, 0 unfinished',
    );
  });

  it('lets a submission in review have none, one or several: a person decides', () => {
    const created = [...fair.created, { leadId: 'l2', marker: 'm2' }, { leadId: 'l3', marker: 'm2' }];
    expect(judgeOneLead({ ...fair, created }).violations).toEqual([]);
  });

  const changed = (position: number, change: Partial<Facts['submissions'][number]>): Facts => ({
    ...fair,
    submissions: fair.submissions.with(position, {
      ...(fair.submissions[position] ?? { id: '', marker: '', state: 'queued', leadId: null }),
      ...change,
    }),
  });

  it.each<[string, Facts, string]>([
    [
      'a second lead',
      { ...fair, created: [...fair.created, { leadId: 'l9', marker: 'm1' }] },
      'submission s1 (m1) has 2 leads: l1,l9',
    ],
    [
      'an accepted one without a lead',
      { ...fair, created: [] },
      'submission s1 (m1) is accepted as l1, which the service never made of it',
    ],
    [
      'one that took somebody else’s lead',
      { ...changed(0, { leadId: 'l7' }), created: [...fair.created] },
      'submission s1 (m1) is accepted as l7, which the service never made of it',
    ],
    [
      'a refused one with a lead',
      { ...fair, created: [...fair.created, { leadId: 'l3', marker: 'm3' }] },
      'submission s3 (m3) is refused, and the service has l3',
    ],
    ['one that never ends', changed(1, { state: 'confirming' }), 'submission s2 (m2) is still confirming'],
    [
      'one that was called saved and is gone',
      { ...fair, saved: [...fair.saved, { submissionId: 's4', marker: 'm4' }] },
      's4 (m4) was called saved and is gone',
    ],
    [
      'a lead sent before its submission was stored',
      { ...fair, created: [...fair.created, { leadId: 'l5', marker: 'm5' }] },
      'lead l5 (m5) came of no submission that is stored',
    ],
  ])('finds %s', (_what, facts, sentence) => {
    expect(judgeOneLead(facts).violations).toEqual([sentence]);
  });

  it('finds one lead that two submissions claim', () => {
    const { violations } = judgeOneLead(changed(1, { state: 'accepted', leadId: 'l1' }));
    expect(violations).toContain('lead l1 is claimed by submission s1 (m1), submission s2 (m2)');
  });
});
