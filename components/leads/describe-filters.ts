import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import { DEFAULT_LEADS_QUERY, type LeadsQuery } from '@/lib/core/leads-query';
import type { LeadsPage } from '@/lib/leads/list-view';
import { leadsHref } from './address';
import { agentFilterLabel, statusFilterLabel } from './filter-labels';

/** A filter of a list in words, with the names of the query's parts that it consists of. */
export type FilterLabel = { label: string; value: string; of: readonly (keyof LeadsQuery)[] };

/** The filters of a list, each with its label, where no control says them. */
export async function describeFilters({
  query,
  agents,
  statusOverrides,
  importName,
}: Pick<LeadsPage, 'query' | 'agents' | 'statusOverrides' | 'importName'>): Promise<FilterLabel[]> {
  const t = await getTranslations('Leads');
  const states = await getTranslations('Submission.state');
  const { q, show, status, agent, waiting } = query;
  const filters: FilterLabel[] = [
    { of: ['q'], label: t('searchedFor'), value: q },
    {
      of: ['status'],
      label: t('columns.status'),
      value: status && statusFilterLabel(t, status, statusOverrides),
    },
    { of: ['show'], label: t('columns.status'), value: show === 'needs-correction' ? states('refused') : '' },
    { of: ['show'], label: t('updates'), value: show === 'unread' ? t('unread') : '' },
    { of: ['agent'], label: t('columns.agent'), value: agent && agentFilterLabel(t, agent, agents) },
    {
      of: ['waiting'],
      label: t('waitingLabel'),
      value: waiting && t('waitingFor', { days: Number(waiting) }),
    },
    { of: ['import'], label: t('imported'), value: query.import && (await importInWords(importName)) },
    { of: ['from', 'to', 'days'], label: t('columns.submitted'), value: await daysLabel(query) },
  ];
  return filters.filter(({ value }) => value !== '');
}

async function importInWords(name: string | undefined): Promise<string> {
  if (name) return name;
  return name === ''
    ? (await getTranslations('Import'))('pasted')
    : (await getTranslations('Leads'))('importGone');
}

/** The list without one of its filters. */
export function hrefWithout(query: LeadsQuery, { of }: FilterLabel): string {
  return leadsHref(query, Object.fromEntries(of.map((name) => [name, DEFAULT_LEADS_QUERY[name]])));
}

async function daysLabel({ from, to, days }: LeadsQuery): Promise<string> {
  if (!from && !to) return '';
  const t = await getTranslations('Leads');
  const { day } = await getFormats();
  const open = from ? 'to' : 'from';
  return t('days.range', { open: from && to ? 'neither' : open, from: day(from), to: day(to), days });
}
