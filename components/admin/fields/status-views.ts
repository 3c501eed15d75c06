import { getTranslations } from 'next-intl/server';
import type { StatusView } from '@/components/admin/fields/field-view';
import { toStatusWord } from '@/lib/core/status-words';
import { shownVersion } from '@/lib/forms/stale-check';
import type { ListedStatus } from '@/lib/lead-schema/status-settings';

/** The statuses with the admins' overrides, in words. */
export async function toStatusViews(statuses: ListedStatus[]): Promise<StatusView[]> {
  const t = await getTranslations('Fields');
  return statuses.map(({ status, leads, overrides = {} }) => {
    const { label, tone, known } = toStatusWord(status, new Map([[status, overrides]]));
    const usual = toStatusWord(status, new Map());
    const empty = t('emptyStatus');
    return {
      status,
      raw: status.trim() === '' ? empty : status,
      word: { label: label.trim() === '' ? empty : label, tone },
      isNamed: known,
      leads: t('statusLeads', { count: leads }),
      look: { label: overrides.label ?? '', tone: overrides.tone ?? '' },
      usual: { label: usual.label, tone: usual.tone },
      hasOwn: overrides.label !== undefined || overrides.tone !== undefined,
      seen: shownVersion(overrides),
    };
  });
}
