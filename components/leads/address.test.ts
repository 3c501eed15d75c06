import { describe, expect, it } from 'vitest';
import { DEFAULT_LEADS_QUERY, isFiltered, type LeadsQuery } from '@/lib/core/leads-query';
import { addressOf, leadsAddress, leadsHref } from './address';

const query: LeadsQuery = { ...DEFAULT_LEADS_QUERY, q: 'a&b', sort: 'value', page: 3, after: 'cursor' };

describe('the URL of the dashboard', () => {
  it('has no query by default', () => {
    expect(leadsHref(DEFAULT_LEADS_QUERY)).toBe('/leads');
  });

  it('goes back to page 1 when a filter changes', () => {
    expect(leadsHref(query, { status: 'won' })).toBe('/leads?q=a%26b&status=won&sort=value');
  });

  it('keeps filter and order when the page changes', () => {
    expect(leadsHref(query, { page: 4, after: 'next' })).toBe('/leads?q=a%26b&sort=value&page=4&after=next');
  });

  it('can be shared unchanged', () => {
    expect(leadsAddress(query)).toBe('/leads?q=a%26b&sort=value&page=3&after=cursor');
  });
});

it('distinguishes filters from the order', () => {
  expect(isFiltered({ ...DEFAULT_LEADS_QUERY, sort: 'value' })).toBe(false);
  expect(isFiltered({ ...DEFAULT_LEADS_QUERY, to: '2026-01-01' })).toBe(true);
});

describe('the URL of a filter form', () => {
  it('omits empty inputs, so that the same list has the same URL', () => {
    const answers = new FormData();
    answers.set('q', '  Ada & Co ');
    answers.set('status', '');
    expect(addressOf('/leads', answers)).toBe('/leads?q=Ada+%26+Co');
  });

  it('is the plain path when nothing was filled in', () => {
    expect(addressOf('/leads', [['q', '   ']])).toBe('/leads');
  });
});
