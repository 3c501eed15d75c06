import 'server-only';
import { getLocale, getTranslations } from 'next-intl/server';
import type { SearchHit, SearchResults } from '@/components/shell/search-results';
import { isolate } from '@/lib/core/isolate';
import { shortId } from '@/lib/core/short-id';
import { toStatusWord } from '@/lib/core/status-labels';
import type { Db } from '@/lib/db/handle';
import { getStatusOverrides } from '@/lib/lead-schema/status-settings';
import { isFoundBy, toSearchTokens } from '@/lib/leads/search-tokens';
import { type Finder, listPages } from './pages';
import { type Found, MAX_OF_A_KIND } from './query';

/** What is found, by kind and in the reader's language, with the pages of that name; without a text, where they can go. */
export async function toSearchResults(
  db: Db,
  { found, finder, q }: { found: Found; finder: Finder; q: string },
): Promise<SearchResults> {
  const t = await getTranslations('Shell.search');
  const common = await getTranslations('Common');
  const groups = [
    { label: common('leads'), items: await toLeads(db, found) },
    { label: common('people'), items: toPeople(found) },
    { label: t('group.agents'), items: toAgents(found) },
    { label: t('group.organizations'), items: toOrganizations(found) },
    { label: common('pages'), items: await toPages(finder, q) },
  ].filter(({ items }) => items.length > 0);
  const count = groups.reduce((all, { items }) => all + items.length, 0);
  return { groups, summary: t('summary', { count }) };
}

async function toLeads(db: Db, { pending, leads, anyLeads }: Found): Promise<SearchHit[]> {
  const states = await getTranslations('Submission.state');
  const overrides = await getStatusOverrides(db, await getLocale());
  const statusOf = (status: string) => toStatusWord(status, overrides).label;
  return [
    ...pending.map((row) => toLead(row, { href: `/submissions/${row.id}`, facts: [states(row.state)] })),
    ...leads.map((row) =>
      toLead(row, { href: `/leads/${encodeURIComponent(row.id)}`, facts: [statusOf(row.status)] }),
    ),
    ...anyLeads.map((row) =>
      toLead(row, {
        href: `/admin/leads/${encodeURIComponent(row.id)}`,
        facts: [row.organizationName, statusOf(row.status)],
      }),
    ),
  ];
}

/** The company, then the person, as in the list. */
function toLead(
  { name, company }: { name: string; company?: string },
  { href, facts }: { href: string; facts: string[] },
): SearchHit {
  const details = company ? [name, ...facts] : facts;
  return { href, title: company ?? name, detail: details.map(isolate).join(' · ') };
}

const toPeople = ({ people }: Found): SearchHit[] =>
  people.map(({ id, name, email }) => ({
    href: `/admin/people/${encodeURIComponent(id)}`,
    title: name,
    detail: email,
  }));

const toAgents = ({ agents }: Found): SearchHit[] =>
  agents.map(({ organizationId: organization, organizationName, agentId: agent, name }) => ({
    href: `/admin/people/agent?${new URLSearchParams({ organization, agent })}`,
    title: name ?? shortId(agent),
    detail: organizationName ?? shortId(organization),
  }));

const toOrganizations = ({ organizations }: Found): SearchHit[] =>
  organizations.map(({ id, name }) => ({
    href: `/admin/people?${new URLSearchParams({ view: 'agents', q: id })}`,
    title: name ?? shortId(id),
  }));

/** By parts of words, as leads are found. */
async function toPages(finder: Finder, q: string): Promise<SearchHit[]> {
  const tokens = toSearchTokens(q);
  if (q !== '' && tokens.length === 0) return [];
  return (await listPages(finder))
    .filter(({ title, detail = '' }) => tokens.every((word) => isFoundBy(word, `${title} ${detail}`)))
    .slice(0, MAX_OF_A_KIND);
}
