import { describe, expect, it } from 'vitest';
import { DEFAULT_LEADS_QUERY, isFiltered, type LeadsQuery } from '@/lib/core/leads-query';
import { leadsAddress, leadsHref } from './address';

const query: LeadsQuery = { ...DEFAULT_LEADS_QUERY, q: 'a&b', sort: 'value', page: 3, after: 'cursor' };

describe('the address of the dashboard', () => {
  it('is bare when nothing was chosen', () => {
    expect(leadsHref(DEFAULT_LEADS_QUERY)).toBe('/leads');
  });

  it('goes back to page 1 when a filter changes', () => {
    expect(leadsHref(query, { status: 'won' })).toBe('/leads?q=a%26b&status=won&sort=value');
  });

  it('keeps filter and order when the page changes', () => {
    expect(leadsHref(query, { page: 4, after: 'next' })).toBe('/leads?q=a%26b&sort=value&page=4&after=next');
  });

  it('can be shared as it is', () => {
    expect(leadsAddress(query)).toBe('/leads?q=a%26b&sort=value&page=3&after=cursor');
  });
});

it('knows a filter from an order', () => {
  expect(isFiltered({ ...DEFAULT_LEADS_QUERY, sort: 'value' })).toBe(false);
  expect(isFiltered({ ...DEFAULT_LEADS_QUERY, to: '2026-01-01' })).toBe(true);
});
