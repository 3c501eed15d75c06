import { getOwn } from '@/lib/core/own';
import { toError } from './error-words';
import type { OverviewRow } from './overview-table';
import { ago, good, type RowContext, running, waiting, warning } from './row-words';

/** How a comparison ends that an admin should know of. */
const HAS_PROBLEM: ReadonlySet<string> = new Set(['stopped', 'incomplete']);

/** Whether the leads here are those of the portal. */
export function mirrorRow(context: RowContext): OverviewRow {
  const { t, tErrors, overview } = context;
  const { sweep } = overview;
  const leads = t('leads', { count: overview.leads });
  if (!sweep) return { subject: t('mirror'), state: waiting(t('notYet')), details: [leads] };
  const { seen, repaired, suspects, repairedLately, unreadable, isFirst, before } = sweep;
  // What the last one found is open until this one ends.
  const ended = before && HAS_PROBLEM.has(before.state) ? before : sweep;
  const { unapplied, conflicts, unread, listOmits = [] } = overview;
  const counts = [
    t(isFirst ? 'sweepFirst' : 'sweep', { ago: ago(context, sweep.startedAt), seen, repaired, suspects }),
    t('sweepsLately', { repaired: repairedLately }),
    ...(listOmits.length > 0 ? [t('listOmits', { fields: context.formats.series(listOmits) })] : []),
    ...(unread > 0 ? [t('unread', { count: unread })] : []),
    ...(overview.patchReplaces ? [t('patchReplaces')] : []),
    ...(ended.state === 'complete' && ended.detail ? [t('listMayBeCut', { seen })] : []),
  ];
  const hasFailed = HAS_PROBLEM.has(ended.state);
  const error = hasFailed && ended.detail ? toError(ended.detail, tErrors) : undefined;
  const problems = [
    ...(ended.state === 'stopped' ? [t('missingLeads')] : []),
    ...(unapplied > 0 ? [t('unapplied', { count: unapplied })] : []),
    ...(conflicts > 0 ? [t('conflicts', { count: conflicts })] : []),
    ...(unreadable > 0 ? [t('unreadable', { count: unreadable })] : []),
    ...(error ? [t('sweepStopped', { reason: error.words })] : []),
  ];
  const states: Readonly<Record<string, OverviewRow['state']>> = {
    complete: good(t('works')),
    running: running(t('running')),
    checking: running(t('running')),
  };
  const attention = warning(t('attention'));
  const state = unapplied + conflicts > 0 ? attention : (getOwn(states, ended.state) ?? attention);
  return {
    subject: t('mirror'),
    href: state === attention ? '/admin/webhooks' : undefined,
    state,
    problems,
    details: [leads, ...counts],
    noted: error?.noted,
  };
}
