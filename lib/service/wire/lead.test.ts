import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '@/lib/service/error';
import { unstorableIn } from '@/tests/support/unstorable';
import { isMarkedDeleted, readSingleLead, showsSent, toServiceLead } from './lead';

const sent = {
  id: '66b0c4d2e8f1a35790d4c6b2',
  companyId: '66b0c4d2e8f1a35790d4c6b0',
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  platform: 'web',
  partnerOrganizationId: 'org-1',
  agentId: 'agent-1',
  status: 'pending',
  value: 1200.5,
  createdAt: '2026-03-01T10:00:00Z',
  updatedAt: '2026-03-02T10:00:00Z',
  customFields: { budget: 5, 'a.b': ['x'], constructor: 'c' },
};

describe('readSingleLead', () => {
  it.each([
    [sent],
    [{ status: 200, data: sent }],
    [{ lead: sent }],
    [{ data: { lead: sent } }],
    [{ id: 'request-1', status: 'ok', lead: sent }],
    [{ id: 'request-1', result: { id: 'job-1', record: sent } }],
    [{ data: { type: 'lead', id: sent.id, attributes: { ...sent, id: undefined } } }],
  ])('finds a lead in %j', (body) => {
    expect(readSingleLead(body)).toMatchObject({
      id: sent.id,
      organizationId: 'org-1',
      agentId: 'agent-1',
      status: 'pending',
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.com',
      platform: 'web',
      value: 1200.5,
      createdAt: new Date('2026-03-01T10:00:00Z'),
      updatedAt: new Date('2026-03-02T10:00:00Z'),
    });
  });

  it('is the record that was asked for, whatever is around it', () => {
    const body = { id: 'request-1', lead: { id: 'x', lastName: 'Byron' } };
    expect(readSingleLead(body, 'x')).toMatchObject({ id: 'x', lastName: 'Byron' });
    expect(readSingleLead({ id: 'x', contact: { id: 'y', lastName: 'Other' } }, 'x').id).toBe('x');
  });

  it('keeps custom fields by their fieldId, apart from the standard ones', () => {
    const lead = readSingleLead(sent);
    expect({ ...lead.custom }).toEqual({ budget: 5, 'a.b': ['x'], constructor: 'c' });
    expect(lead.standard.companyId).toBe(sent.companyId);
    expect(Object.hasOwn(lead.standard, 'customFields')).toBe(false);
    expect(Object.getPrototypeOf(lead.custom)).toBeNull();
  });

  it('reads a lead with few fields', () => {
    expect(
      toServiceLead({ id: 7, firstName: null, value: '12', status: 3, customFields: null }),
    ).toMatchObject({
      id: '7',
      firstName: undefined,
      value: 12,
      status: '3',
    });
    expect(toServiceLead({ id: 'x' })?.status).toBe('');
  });

  it('reads values as services write them', () => {
    const written = { id: 'x', value: '1,234.50', status: { id: 4, name: 'Won' }, updatedAt: 1_772_445_600 };
    expect(toServiceLead(written)).toMatchObject({
      value: 1234.5,
      status: 'Won',
      updatedAt: new Date('2026-03-02T10:00:00Z'),
    });
  });

  it.each([[null], [[]], ['<html>'], [{}], [{ id: '' }], [{ data: [] }], [{ id: {} }], [undefined]])(
    'finds no lead in %j',
    (body) => {
      expect(() => readSingleLead(body)).toThrow(ServiceError);
    },
  );

  it('throws only ServiceError, and every string it returns can be stored', () => {
    const lead = fc.record(
      {
        id: fc.string({ unit: 'binary' }),
        status: fc.anything(),
        customFields: fc.anything(),
        data: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.anything(), lead), (body) => {
        try {
          expect(unstorableIn(readSingleLead(body))).toEqual([]);
        } catch (error) {
          expect(error).toBeInstanceOf(ServiceError);
        }
      }),
    );
  }, 20_000);
});

it.each([
  [{ deleted: true }, true],
  [{ isDeleted: 'Y' }, true],
  [{ deletedAt: '2026-02-01T00:00:00Z' }, true],
  [{ deleted: false, deletedAt: '2026-02-01T00:00:00Z' }, false],
  [{ deletedAt: '9999-12-31T23:59:59Z' }, false],
  [{ deletedAt: '1970-01-01T00:00:00Z' }, false],
  [{ deletedAt: '0001-01-01T00:00:00Z' }, false],
  [{ deletedAt: null }, false],
])('a lead with %j is deleted: %s', (marks, isDeleted) => {
  expect(isMarkedDeleted(readSingleLead({ ...sent, ...marks }))).toBe(isDeleted);
});

it('a read of one lead is never answered by another one', () => {
  for (const body of [
    { id: 'req-9', message: 'unavailable' },
    { ...sent, id: 'merged' },
  ])
    expect(() => readSingleLead(body, sent.id)).toThrow(ServiceError);
});

it('a record is the new lead only if it has its owner and one of its answers', () => {
  const create = { partnerOrganizationId: 'org-1', agentId: 'agent-1', email: 'ada@example.com' };
  const shows = (body: object) => showsSent(readSingleLead(body), create);
  expect(shows(sent)).toBe(true);
  expect(shows({ id: 'l1', email: 'ada@example.com' })).toBe(true);
  expect(shows({ ...sent, id: 'old', partnerOrganizationId: 'org-2' })).toBe(false);
  expect(shows({ id: 'key-7', partnerOrganizationId: 'org-1', agentId: 'agent-1' })).toBe(false);
});
