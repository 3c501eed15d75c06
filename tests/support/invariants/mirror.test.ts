import { describe, expect, it } from 'vitest';
import { judgeMirror } from './mirror';
import { summarise } from './verdict';

const lead = (id: string, fields: Record<string, unknown> = { status: 'won' }) => ({ id, fields });
const service = [lead('a'), lead('b', { status: 'lost', 'customFields.notes': ['x'] })];

describe('I1, the mirror', () => {
  it('is true when it holds every lead and no other', () => {
    const verdict = judgeMirror({ service, mirror: service.toReversed() });
    expect(verdict.violations).toEqual([]);
    expect(summarise(verdict)).toBe('I1 mirror = service: 2 leads, 0 missing, 0 extra, 0 stale');
  });

  it('may have an empty field as absent or as null', () => {
    const mirror = [lead('a', { status: 'won', value: null }), ...service.slice(1)];
    expect(judgeMirror({ service, mirror }).violations).toEqual([]);
  });

  it.each([
    ['misses a lead', service.slice(1), 'lead a is in the service and not in the mirror'],
    ['keeps one that is gone', [...service, lead('c')], 'lead c is in the mirror and not in the service'],
    [
      'holds an old value',
      [lead('a', { status: 'pending' }), ...service.slice(1)],
      'lead a: status is "won" in the service and "pending" in the mirror',
    ],
    [
      'has lost a custom field',
      [lead('a'), lead('b', { status: 'lost' })],
      'lead b: customFields.notes is ["x"] in the service and null in the mirror',
    ],
    [
      'invents one',
      [lead('a', { status: 'won', email: 'x' }), ...service.slice(1)],
      'lead a: email is null in the service and "x" in the mirror',
    ],
  ])('is found out when it %s', (_what, mirror, sentence) => {
    expect(judgeMirror({ service, mirror }).violations).toEqual([sentence]);
  });
});
