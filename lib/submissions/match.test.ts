import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answers } from '@/lib/forms/field';
import { areRivals, type Candidate, matchLead } from './match';

const ANSWERS: Answers = { firstName: 'Nils', lastName: 'Berg', email: 'Berg@Alder.example', value: 10 };

const lead = (changes: Partial<Candidate> = {}): Candidate => ({
  id: 'lead-1',
  firstName: 'Nils',
  lastName: 'Berg',
  email: 'berg@alder.example',
  marker: undefined,
  shows: 'all',
  ...changes,
});

type Options = { answers?: Answers; isMarked?: boolean; hasRival?: boolean };

const match = (candidates: Candidate[], options: Options = {}) =>
  matchLead({
    submissionId: 'sub_1',
    answers: ANSWERS,
    candidates,
    isMarked: false,
    hasRival: false,
    ...options,
  });

describe('finding the lead of an unclear submission by its fingerprint', () => {
  it('matches by names and email, whatever the service did to case and spaces', () => {
    expect(match([lead({ lastName: ' berg', email: 'BERG@alder.example ' })])).toEqual({
      kind: 'lead',
      leadId: 'lead-1',
    });
  });

  it.each([
    ['another email address', { email: 'other@alder.example' }],
    ['another family name', { lastName: 'Berger' }],
    ['another first name', { firstName: 'Nina' }],
    ['no email address', { email: '' }],
  ])('does not match a lead with %s', (_, changes) => {
    expect(match([lead(changes)])).toEqual({ kind: 'none' });
  });

  it('leaves two matching leads to a person, and names both', () => {
    expect(match([lead(), lead({ id: 'lead-2' }), lead({ id: 'lead-3', lastName: 'Lund' })])).toEqual({
      kind: 'unclear',
      evidence: { reason: 'several', leadIds: ['lead-1', 'lead-2'] },
    });
  });

  it('leaves a lead with other answers than were sent to a person, and waits for one that was not read in full', () => {
    const evidence = { reason: 'unlike', leadIds: ['lead-1'] };
    expect(match([lead({ shows: 'other' })])).toEqual({ kind: 'unclear', evidence });
    expect(match([lead({ shows: 'unknown' })])).toEqual({ kind: 'none' });
  });

  it('leaves it to a person if another submission on its way looks the same', () => {
    expect(match([lead()], { hasRival: true })).toEqual({
      kind: 'unclear',
      evidence: { reason: 'unlike', leadIds: ['lead-1'] },
    });
  });

  it('leaves it to a person if the portal’s form has neither name nor email', () => {
    const nameless = lead({ firstName: '', lastName: '', email: '' });
    expect(match([nameless], { answers: { value: 10 } })).toMatchObject({ kind: 'unclear' });
    expect(match([], { answers: { value: 10 } })).toEqual({ kind: 'none' });
  });

  it('never matches a lead with another name or address', () => {
    const word = fc.constantFrom('', 'a', 'A ', 'b', 'ä', 'a\u0308');
    const who = fc.record({ firstName: word, lastName: word, email: word });
    fc.assert(
      fc.property(who, fc.array(who, { maxLength: 4 }), (answers, leads) => {
        const candidates = leads.map((one, index) => lead({ ...one, id: `lead-${index}` }));
        const found = match(candidates, { answers });
        if (found.kind !== 'lead') return;
        const alike = leads.map((one, index) => ({ one, id: `lead-${index}` }));
        const rivals = alike.filter(({ one }) => areRivals(answers, one));
        expect(rivals.map(({ id }) => id)).toEqual([found.leadId]);
      }),
    );
  });
});

describe('finding it by the field with the submission’s number', () => {
  it('is exact: neither names nor rivals matter', () => {
    const renamed = lead({ lastName: 'Changed meanwhile', marker: 'sub_1' });
    const found = match([lead({ id: 'rival', marker: 'sub_2' }), renamed], {
      isMarked: true,
      hasRival: true,
    });
    expect(found).toEqual({ kind: 'lead', leadId: 'lead-1' });
  });

  it('does not fall back to similarity', () => {
    expect(match([lead({ marker: 'sub_2' }), lead({ id: 'lead-2' })], { isMarked: true })).toEqual({
      kind: 'none',
    });
  });

  it('leaves two leads with the number to a person', () => {
    const twice = [lead({ marker: 'sub_1' }), lead({ id: 'lead-2', marker: 'sub_1' })];
    expect(match(twice, { isMarked: true })).toMatchObject({ kind: 'unclear' });
  });
});
