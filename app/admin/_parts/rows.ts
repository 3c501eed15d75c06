import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import { isolate } from '@/lib/core/isolate';
import type { OverviewPage } from '../query';
import { mirrorRow } from './mirror-row';
import { observationsRow } from './observations';
import type { OverviewRow } from './overview-table';
import { ago, bad, good, type RowContext, waiting, warning } from './row-words';
import { databaseRow, runtimeRow, signInRow, tokenRow } from './system-rows';

/** The overview in words. Only rows that need an admin's action say so. */
export async function toOverviewRows(page: OverviewPage): Promise<OverviewRow[]> {
  const [t, tErrors] = [await getTranslations('Admin'), await getTranslations('Submissions')];
  const context = { ...page, t, tErrors, formats: await getFormats() };
  const tPages = await getTranslations('AdminNav');
  const rows = [
    serviceRow(context),
    schemaRow(context),
    webhooksRow(context),
    mirrorRow(context),
    submissionsRow(context),
    jobsRow(context),
    peopleRow(context),
    signInRow(context),
    tokenRow(context),
    databaseRow(context),
    runtimeRow(context),
    observationsRow(context),
  ];
  return rows.map((row) => {
    const page = row.href && PAGES[row.href.split('#')[0] ?? ''];
    return page ? { ...row, cure: t('open', { page: tPages(page) }) } : row;
  });
}

/** Where an admin can put something right, by the names of these pages in the navigation. */
const PAGES: Readonly<Record<string, 'setup' | 'fields' | 'webhooks' | 'submissions' | 'people'>> = {
  '/admin/setup': 'setup',
  '/admin/fields': 'fields',
  '/admin/webhooks': 'webhooks',
  '/admin/submissions': 'submissions',
  '/admin/people': 'people',
};

const REFUSALS_SHOWN_MS = 24 * 3_600_000;

function serviceRow(context: RowContext): OverviewRow {
  const { t, overview } = context;
  const { failingSince, failure, lastOkAt } = overview.service;
  const details = lastOkAt ? [t('lastAnswer', { ago: ago(context, lastOkAt) })] : [];
  if (!failingSince) {
    const state = lastOkAt ? good(t('works')) : waiting(t('notYet'));
    return { subject: t('service'), href: '/admin/setup', state, details };
  }
  const since = t('failingSince', { ago: ago(context, failingSince) });
  const cause = failure === 'auth' ? t('authCauses') : t('unreachable');
  return {
    subject: t('service'),
    href: '/admin/setup',
    state: bad(t('fails')),
    problems: [cause],
    details: [since, ...details],
  };
}

function schemaRow(context: RowContext): OverviewRow {
  const { t, overview } = context;
  const { schema } = overview;
  if (!schema) return { subject: t('form'), state: waiting(t('notYet')), details: [] };
  const notes = schema.notes.map(({ code, fieldId, detail }) =>
    t(`note.${code}`, { field: isolate(fieldId), detail: isolate(detail) }),
  );
  return {
    subject: t('form'),
    href: '/admin/fields',
    state: notes.length > 0 ? warning(t('attention')) : good(t('works')),
    problems: notes,
    details: [t('fields', { count: schema.fields, ago: ago(context, schema.checkedAt) })],
  };
}

function webhooksRow(context: RowContext): OverviewRow {
  const { t, overview, wantedTopics: wanted } = context;
  const live = overview.webhooks.filter((webhook) => webhook.live).length;
  // If the key was revoked, so were its subscriptions (the interface, section 5, rule 8).
  const isUnknown = overview.service.failure === 'auth' && live > 0;
  const last = overview.webhooks.map(({ lastDeliveryAt }) => lastDeliveryAt?.getTime() ?? 0);
  const latest = Math.max(0, ...last);
  const rejections = rejectionsOf(context);
  const quarantined = overview.quarantined > 0 ? [t('quarantined', { count: overview.quarantined })] : [];
  const { series } = context.formats;
  const off = overview.off.length > 0 ? [t('webhooksOff', { topics: series(overview.off) })] : [];
  const turning = overview.webhooks.filter(({ rotating }) => rotating).map(({ topic }) => topic);
  const rotating = turning.length > 0 ? [t('rotating', { topics: series(turning) })] : [];
  const subscriptions = t('subscriptions', { live, wanted });
  return {
    subject: t('webhooks'),
    href: '/admin/webhooks',
    state:
      live === wanted && rejections.length === 0 && !isUnknown ? good(t('works')) : warning(t('attention')),
    problems: [
      ...rejections,
      ...off,
      ...(isUnknown ? [t('subscriptionsUnknown')] : live === wanted ? [] : [subscriptions]),
    ],
    details: [
      ...rotating,
      ...(!isUnknown && live === wanted ? [subscriptions] : []),
      latest > 0 ? t('lastDelivery', { ago: ago(context, new Date(latest)) }) : t('noDelivery'),
      ...quarantined,
    ],
  };
}

/** Invalid signatures of the last day: an outdated secret, or an attacker. */
function rejectionsOf(context: RowContext): string[] {
  const { t, overview, now } = context;
  const last = Math.max(0, ...overview.webhooks.map(({ lastRejectedAt }) => lastRejectedAt?.getTime() ?? 0));
  if (now.getTime() - last > REFUSALS_SHOWN_MS) return [];
  const count = overview.webhooks.reduce((sum, { rejected }) => sum + rejected, 0);
  return [t('refusedDeliveries', { count, ago: ago(context, new Date(last)) })];
}

function submissionsRow({ t, overview }: RowContext): OverviewRow {
  const counts = new Map(overview.submissions.map(({ state, count }) => [state, count]));
  // The others continue automatically.
  const undecided = counts.get('review') ?? 0;
  const { wrongPairs } = overview;
  const toText = ({ state, count }: (typeof overview.submissions)[number]) =>
    t('submissionStates', { state, count });
  const waitsForAdmin = ({ state }: { state: string }) => state === 'review';
  const problems = [
    ...(wrongPairs > 0 ? [t('wrongPairs', { count: wrongPairs })] : []),
    ...overview.submissions.filter(waitsForAdmin).map(toText),
  ];
  const others = overview.submissions.filter((one) => !waitsForAdmin(one)).map(toText);
  return {
    subject: t('submissions'),
    href: '/admin/submissions',
    state: wrongPairs > 0 ? bad(t('fails')) : undecided > 0 ? warning(t('attention')) : good(t('works')),
    problems,
    details: problems.length + others.length > 0 ? others : [t('nothingWaiting')],
  };
}

function jobsRow({ t, overview }: RowContext): OverviewRow {
  const { late, dead } = overview.jobs;
  return {
    subject: t('work'),
    href: dead > 0 ? '/admin/submissions' : undefined,
    state: late + dead > 0 ? warning(t('attention')) : good(t('works')),
    problems: late + dead > 0 ? [t('jobs', { late, dead }), ...(late > 0 ? [t('jobsLate')] : [])] : [],
    details: late + dead > 0 ? [] : [t('jobs', { late, dead })],
  };
}

function peopleRow({ t, overview }: RowContext): OverviewRow {
  const { unlinked } = overview;
  return {
    subject: t('people'),
    href: '/admin/people',
    state: unlinked > 0 ? warning(t('attention')) : good(t('works')),
    problems: unlinked > 0 ? [t('unlinked', { count: unlinked })] : [],
    details: unlinked > 0 ? [] : [t('unlinked', { count: unlinked })],
  };
}
