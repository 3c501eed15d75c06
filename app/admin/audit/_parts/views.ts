import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import type { AuditLine } from '../query';
import type { AuditView } from './audit-table';

/** The entries of the log as the page shows them. */
export async function toAuditViews(entries: readonly AuditLine[], now: Date): Promise<AuditView[]> {
  const [t, { preciseMoment }] = [await getTranslations('Audit'), await getFormats()];
  return entries.map(({ id, at, email, what, details }) => ({
    id: String(id),
    at: preciseMoment(at.toISOString(), now),
    who: email ?? t('desk'),
    what,
    details,
  }));
}
