import type { createTranslator } from 'next-intl';
import type { AccessChange } from '@/lib/db/schema/notices';
import type messages from '@/messages/en.json';
import type { NoticeRow } from './list-notices';

/** Looks up the texts of `/notifications`, for the page and for mails. */
type Translate = ReturnType<typeof createTranslator<typeof messages, 'Notifications'>>;

/** How a membership changed. */
export function accessLabel(t: Translate, { before, after }: AccessChange): string {
  if (!after) return t('access.removed', { organization: before?.organization ?? '' });
  const { organization, agent, role } = after;
  if (!before) return t('access.given', { organization });
  if (before.organizationId !== after.organizationId) {
    return t('access.moved', { organization, before: before.organization });
  }
  return before.agentId === after.agentId ? t('access.role', { role }) : t('access.agent', { agent });
}

type Import = NonNullable<NoticeRow['import']>;

/** What has become of an import's rows by now. */
export function importLabel(t: Translate, row: Import): string {
  const { counts, endedBy } = row;
  const { accepted, refused, unclear, waiting, total } = counts;
  return t('importEnded', {
    how: endedBy ?? 'finished',
    accepted,
    refused,
    unclear,
    total,
    waiting: counts['under-way'] + waiting,
    notSent: counts['not-sent'],
  });
}
