import { describe, expect, it } from 'vitest';
import { validatePatch } from '../validate';
import { problemOf } from '../values';
import { seedFields } from './fields';
import { seedLeads } from './leads';

const NOW = new Date('2026-06-01T12:00:00Z');
const WEEK = 7 * 86_400_000;

describe('the leads of a fresh portal', () => {
  it('are the same for the same day', () => {
    expect(seedLeads(60, NOW)).toEqual(seedLeads(60, NOW));
  });

  it('fit the portal’s own form', () => {
    const fields = seedFields();
    for (const lead of seedLeads(200, NOW)) {
      for (const [fieldId, value] of lead.answers) {
        const field = fields.find((one) => one.fieldId === fieldId);
        expect(field && problemOf(value, field)).toBeUndefined();
      }
      for (const field of fields.filter(({ required }) => required))
        expect(lead.answers.has(field.fieldId)).toBe(true);
      expect(validatePatch({ value: 1 }, fields, { lead }).ok).toBe(true);
    }
  });

  it('are from the last fourteen weeks, oldest first, with every kind of status, agent and organization', () => {
    const leads = seedLeads(60, NOW);
    const times = leads.map(({ createdAt }) => Date.parse(createdAt));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(NOW.getTime() - 14 * WEEK);
    expect(times[0]).toBeLessThan(NOW.getTime() - 13 * WEEK);
    expect(times.at(-1)).toBeLessThanOrEqual(NOW.getTime());
    const statuses = new Set(leads.map(({ status }) => status));
    for (const status of ['pending', 'in review', 'qualified', 'won', 'lost'])
      expect(statuses).toContain(status);
    expect(new Set(leads.map(({ agentId }) => agentId)).size).toBe(6);
    expect(
      leads.every(({ createdAt, updatedAt }) => createdAt <= updatedAt && updatedAt <= NOW.toISOString()),
    ).toBe(true);
    expect(new Set(leads.map(({ id }) => id)).size).toBe(60);
  });
});
