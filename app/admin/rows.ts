import { isolate } from '@/lib/core/isolate';
import 'server-only';
import { getTranslations } from 'next-intl/server';
import type { OverviewRow } from '@/components/admin/overview/overview-table';
import { getFormats } from '@/components/ui/formats';
import type { Overview } from '@/lib/admin/overview/overview';
import type { Observation } from '@/lib/service/observations';
import { WEBHOOK_TOPICS } from '@/lib/service/webhook-topics';
import { ago, bad, good, look, type Task, waiting } from './row-words';
import { databaseRow, runtimeRow, signInRow, tokenRow } from './system-rows';

/** The overview in words. Only rows that need an admin's action say so. */
export async function toOverviewRows({
  overview,
  seen,
  now,
}: {
  overview: Overview;
  seen: Observation[];
  now: Date;
}): Promise<OverviewRow[]> {
  const task = { overview, t: await getTranslations('Admin'), formats: await getFormats(), now };
  return [
    serviceRow(task),
    schemaRow(task),
    webhooksRow(task),
    sweepRow(task),
    sendingRow(task),
    jobsRow(task),
    peopleRow(task),
    signInRow(task),
    tokenRow(task),
    databaseRow(task),
    await runtimeRow(task),
    seenRow(task, seen),
  ];
}

const REFUSALS_SHOWN_MS = 24 * 3_600_000;

function serviceRow(task: Task): OverviewRow {
  const { t, overview } = task;
  const { failingSince, failure, lastOkAt } = overview.service;
  const details = lastOkAt ? [t('lastAnswer', { ago: ago(task, lastOkAt) })] : [];
  if (!failingSince) {
    const state = lastOkAt ? good(t('works')) : waiting(t('notYet'));
    return { subject: t('service'), href: '/admin/setup', state, details };
  }
  const since = t('failingSince', { ago: ago(task, failingSince) });
  const cause = failure === 'auth' ? t('authCauses') : t('unreachable');
  return {
    subject: t('service'),
    href: '/admin/setup',
    state: bad(t('fails')),
    details: [since, cause, ...details],
  };
}

function schemaRow(task: Task): OverviewRow {
  const { t, overview } = task;
  const { schema } = overview;
  if (!schema) return { subject: t('form'), state: waiting(t('notYet')), details: [] };
  const notes = schema.notes.map(({ code, fieldId, detail }) =>
    t(`note.${code}`, { field: isolate(fieldId), detail: isolate(detail) }),
  );
  return {
    subject: t('form'),
    href: '/admin/fields',
    state: notes.length > 0 ? look(t('look')) : good(t('works')),
    details: [t('fields', { count: schema.fields, ago: ago(task, schema.checkedAt) }), ...notes],
  };
}

function webhooksRow(task: Task): OverviewRow {
  const { t, overview } = task;
  const live = overview.webhooks.filter((webhook) => webhook.live).length;
  // If the key was revoked, so were its subscriptions (the interface, section 5, rule 8).
  const isUnknown = overview.service.failure === 'auth' && live > 0;
  const last = overview.webhooks.map(({ lastDeliveryAt }) => lastDeliveryAt?.getTime() ?? 0);
  const latest = Math.max(0, ...last);
  const rejections = rejectionsOf(task);
  const quarantined = overview.quarantined > 0 ? [t('quarantined', { count: overview.quarantined })] : [];
  const topics = overview.off.join(', ');
  const off = topics ? [t('webhooksOff', { topics })] : [];
  const turning = overview.webhooks.filter(({ rotating }) => rotating).map(({ topic }) => topic);
  const rotating = turning.length > 0 ? [t('rotating', { topics: turning.join(', ') })] : [];
  return {
    subject: t('webhooks'),
    href: '/admin/webhooks',
    state:
      live === WEBHOOK_TOPICS.length && rejections.length === 0 && !isUnknown
        ? good(t('works'))
        : look(t('look')),
    details: [
      ...rejections,
      ...off,
      ...rotating,
      isUnknown ? t('subscriptionsUnknown') : t('subscriptions', { live, wanted: WEBHOOK_TOPICS.length }),
      latest > 0 ? t('lastDelivery', { ago: ago(task, new Date(latest)) }) : t('noDelivery'),
      ...quarantined,
    ],
  };
}

/** Invalid signatures of the last day: an outdated secret, or an attacker. */
function rejectionsOf(task: Task): string[] {
  const { t, overview, now } = task;
  const last = Math.max(0, ...overview.webhooks.map(({ lastRejectedAt }) => lastRejectedAt?.getTime() ?? 0));
  if (now.getTime() - last > REFUSALS_SHOWN_MS) return [];
  const count = overview.webhooks.reduce((sum, { rejected }) => sum + rejected, 0);
  return [t('refusedDeliveries', { count, ago: ago(task, new Date(last)) })];
}

function sweepRow(task: Task): OverviewRow {
  const { t, overview } = task;
  const { sweep } = overview;
  const leads = t('leads', { count: overview.leads });
  if (!sweep) return { subject: t('mirror'), state: waiting(t('notYet')), details: [leads] };
  const { seen, repaired, suspects, repairedLately, unreadable, isFirst } = sweep;
  const { unapplied, conflicts, unread, listOmits = [] } = overview;
  const told = [
    t(isFirst ? 'sweepFirst' : 'sweep', { ago: ago(task, sweep.startedAt), seen, repaired, suspects }),
    t('sweepsLately', { repaired: repairedLately }),
    ...(unapplied > 0 ? [t('unapplied', { count: unapplied })] : []),
    ...(conflicts > 0 ? [t('conflicts', { count: conflicts })] : []),
    ...(listOmits.length > 0 ? [t('listOmits', { fields: listOmits.join(', ') })] : []),
    ...(unread > 0 ? [t('unread', { count: unread })] : []),
    ...(unreadable > 0 ? [t('unreadable', { count: unreadable })] : []),
  ];
  const states = {
    complete: good(t('works')),
    running: waiting(t('running')),
    checking: waiting(t('running')),
  };
  const isStopped = sweep.state === 'stopped';
  return {
    subject: t('mirror'),
    href: isStopped || unapplied + conflicts > 0 ? '/admin/webhooks' : undefined,
    state:
      unapplied + conflicts > 0
        ? look(t('look'))
        : ((states as Partial<Record<string, OverviewRow['state']>>)[sweep.state] ?? look(t('look'))),
    details: [
      leads,
      ...told,
      ...(sweep.detail ? [sweep.detail] : []),
      ...(isStopped ? [t('missingLeads')] : []),
    ],
  };
}

function sendingRow({ t, overview }: Task): OverviewRow {
  const counts = new Map(overview.sending.map(({ state, count }) => [state, count]));
  // The others continue automatically.
  const undecided = counts.get('review') ?? 0;
  const { wrongPairs } = overview;
  const details = [
    ...(wrongPairs > 0 ? [t('wrongPairs', { count: wrongPairs })] : []),
    ...overview.sending.map(({ state, count }) => t('submissions', { state, count })),
  ];
  return {
    subject: t('sending'),
    href: '/admin/sending',
    state: wrongPairs > 0 ? bad(t('fails')) : undecided > 0 ? look(t('look')) : good(t('works')),
    details: details.length > 0 ? details : [t('nothingWaiting')],
  };
}

function jobsRow({ t, overview }: Task): OverviewRow {
  const { late, dead } = overview.jobs;
  return {
    subject: t('work'),
    href: dead > 0 ? '/admin/sending' : undefined,
    state: late + dead > 0 ? look(t('look')) : good(t('works')),
    details: [t('jobs', { late, dead })],
  };
}

function peopleRow({ t, overview }: Task): OverviewRow {
  const { unlinked } = overview;
  return {
    subject: t('people'),
    href: '/admin/people',
    state: unlinked > 0 ? look(t('look')) : good(t('works')),
    details: [t('unlinked', { count: unlinked })],
  };
}

function seenRow({ t }: Task, seen: Observation[]): OverviewRow {
  const details = seen.map(({ subject, value }) => `${subject}: ${value}`);
  return {
    subject: t('seen'),
    state: { tone: 'neutral', label: t('information') },
    details: details.length > 0 ? details : [t('nothingSeen')],
  };
}
