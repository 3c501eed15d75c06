import { describe, expect, it } from 'vitest';
import { judgeTruth } from './truth';
import { summarise } from './verdict';

type Facts = Parameters<typeof judgeTruth>[0];
type Sighting = Facts['sightings'][number];

const nothing: Facts = {
  sightings: [],
  viewings: [],
  edits: [],
  creates: [],
  patches: [],
  changes: [],
  deletions: [],
};
const lies = (facts: Partial<Facts>) => judgeTruth({ ...nothing, ...facts }).violations;

describe('I6, a submission’s page', () => {
  const sighting = (shown: Sighting['shown'], from: number, leadId?: string): Sighting => ({
    submissionId: 's1',
    marker: 'm1',
    from,
    to: from + 10,
    shown,
    leadId,
  });
  const creates = [
    { marker: 'm1', at: 100, status: 201, leadId: 'l1' },
    { marker: 'm2', at: 100, status: 422 },
  ];

  it('may say at each moment what the service knew', () => {
    const sightings = [
      sighting('queued', 10),
      sighting('sending', 95),
      sighting('confirming', 200),
      sighting('accepted', 300, 'l1'),
      { ...sighting('refused', 150), submissionId: 's2', marker: 'm2' },
    ];
    const verdict = judgeTruth({ ...nothing, sightings, creates });
    expect(verdict.violations).toEqual([]);
    expect(summarise(verdict)).toBe(
      'I6 what was shown was true: 5 submission pages, 0 lead pages, 0 edits, 0 untrue',
    );
  });

  it.each<[string, Sighting[], string]>([
    [
      'accepted too soon',
      [sighting('accepted', 50, 'l1')],
      'shown as accepted as l1, which the service did not have',
    ],
    [
      'the wrong number',
      [sighting('accepted', 150, 'l2')],
      'shown as accepted as l2, which the service did not have',
    ],
    ['refused by nobody', [sighting('refused', 150)], 'shown as refused, and the service had not refused it'],
    [
      'waiting when it was there',
      [sighting('queued', 150)],
      'shown as waiting to be sent, and the service had it as l1',
    ],
    ['nothing at all', [sighting('missing', 150)], 'was called saved, and its page is not there'],
    [
      'a step back',
      [sighting('accepted', 150, 'l1'), sighting('confirming', 200)],
      'shown as confirming, and was shown as accepted before',
    ],
  ])('is found out when it says: %s', (_what, sightings, sentence) => {
    expect(lies({ sightings, creates })).toEqual([expect.stringContaining(sentence)]);
  });

  it('does not prove a refusal if the service only timed out', () => {
    const busy = [{ marker: 'm1', at: 100, status: 429 }];
    expect(lies({ sightings: [sighting('refused', 150)], creates: busy })).toHaveLength(1);
  });
});

describe('I6, the answer to an edit', () => {
  const edit = (answer: Facts['edits'][number]['answer']) => [
    { leadId: 'l1', value: 7, answer, from: 0, to: 100 },
  ];
  const stored = [{ leadId: 'l1', value: 7, at: 50, status: 200 }];

  it('may say its outcome', () => {
    expect(lies({ edits: edit('saved'), patches: stored })).toEqual([]);
    expect(lies({ edits: edit('not-saved') })).toEqual([]);
    expect(lies({ edits: edit('unclear'), patches: stored })).toEqual([]);
  });

  it('is reported when it calls an unsaved edit saved', () => {
    expect(lies({ edits: edit('saved'), patches: [{ ...stored[0], at: 50, status: 500 }] })).toHaveLength(1);
  });

  it('is reported when it calls a saved edit not saved', () => {
    expect(lies({ edits: edit('not-saved'), patches: stored })).toHaveLength(1);
  });
});

describe('I6, a lead’s page', () => {
  const changes = [
    { leadId: 'l1', status: 'pending', from: 0, to: 0 },
    { leadId: 'l1', status: 'won', from: 60_000, to: 60_100 },
  ];
  const viewing = (status: string, confirmedAt: number, at = 120_000): Facts['viewings'] => [
    { leadId: 'l1', from: at, to: at, shown: 'status', status, confirmedAt },
  ];

  it('may show an old status, as long as it says how old', () => {
    expect(lies({ changes, viewings: viewing('pending', 59_000) })).toEqual([]);
    expect(lies({ changes, viewings: viewing('won', 70_000) })).toEqual([]);
  });

  it('may show either while the change is under way', () => {
    expect(lies({ changes, viewings: viewing('won', 59_500) })).toEqual([]);
    expect(lies({ changes, viewings: viewing('pending', 60_500) })).toEqual([]);
  });

  it.each([
    ['calls an old status fresh', viewing('pending', 70_000)],
    ['shows what is still to come', viewing('won', 20_000)],
    ['shows what never was', viewing('lost', 70_000)],
  ])('is found out when it %s', (_what, viewings) => {
    expect(lies({ changes, viewings })).toHaveLength(1);
  });

  const gone: Facts['viewings'] = [{ leadId: 'l1', from: 100, to: 110, shown: 'deleted' }];
  const missing: Facts['viewings'] = [{ leadId: 'l1', from: 100, to: 110, shown: 'missing' }];
  const accepted: Partial<Facts> = {
    sightings: [{ submissionId: 's1', marker: 'm1', from: 40, to: 50, shown: 'accepted', leadId: 'l1' }],
    creates: [{ marker: 'm1', at: 30, status: 201, leadId: 'l1' }],
  };

  it('may say that a lead is gone once the vendor deletes it', () => {
    expect(lies({ viewings: gone, deletions: [{ leadId: 'l1', from: 105 }] })).toEqual([]);
    expect(lies({ ...accepted, viewings: missing, deletions: [{ leadId: 'l1', from: 105 }] })).toEqual([]);
  });

  it('is reported when it shows an existing lead as deleted', () => {
    expect(lies({ viewings: gone })).toHaveLength(1);
    expect(lies({ viewings: gone, deletions: [{ leadId: 'l1', from: 200 }] })).toHaveLength(1);
  });

  it('is reported when it does not know a lead that was shown as accepted', () => {
    expect(lies({ ...accepted, viewings: missing })).toHaveLength(1);
    expect(lies({ viewings: missing })).toEqual([]);
  });
});
