import { getLocale, getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import { languageOf } from '@/lib/core/language';
import { getOwn } from '@/lib/core/own';
import { type StatusOverrides, toStatusWord } from '@/lib/core/status-labels';
import { stripControlCharacters } from '@/lib/core/text';
import { isEntryKind } from '@/lib/notices/kinds';
import { accessLabel, importLabel } from '@/lib/notices/labels';
import type { NoticeRow } from '@/lib/notices/list-notices';
import type { NoticeView } from './_parts/notice-list';

/** A notice with every text ready. */
export async function toNoticeView(
  row: NoticeRow,
  { overrides, now }: { overrides: StatusOverrides; now: Date },
): Promise<NoticeView> {
  const { moment } = await getFormats();
  const { company, name } = row;
  const toStatus = (status: string | undefined) => status && toStatusWord(status, overrides);
  return {
    id: row.id,
    href: hrefOf(row),
    isRead: row.isRead,
    title: await titleOf(row),
    person: company && name !== company ? name : '',
    what: await whatOf(row),
    from: toStatus(row.from) || undefined,
    to: toStatus(row.to) || undefined,
    reason: row.reason,
    at: moment(row.at, now),
  };
}

/** Where it leads; nowhere if the person may not open it any more. */
function hrefOf({ leadId, submissionId, access, draft, ...row }: NoticeRow): string | undefined {
  if (leadId) return `/leads/${encodeURIComponent(leadId)}`;
  if (submissionId) return `/submissions/${encodeURIComponent(submissionId)}`;
  if (row.import) return `/leads/import/${encodeURIComponent(row.import.id)}/result`;
  if (draft) return '/drafts';
  return access?.isCurrent ? '/leads' : undefined;
}

async function titleOf({ company, name, leadId, submissionId, access, draft, ...row }: NoticeRow) {
  if (access) return (await getTranslations('Notifications'))('access.title');
  const title = stripControlCharacters(company || name);
  if (row.import) return title || (await getTranslations('Import'))('pasted');
  if (draft) return title || (await getTranslations('Drafts'))('unnamed');
  return title || leadId || submissionId || '';
}

async function whatOf(row: NoticeRow): Promise<string> {
  const t = await getTranslations('Notifications');
  if (row.access) return accessLabel(t, row.access);
  if (row.import) return importLabel(t, row.import);
  if (row.draft) return t('draftExpires', { date: (await getFormats()).date(row.draft.expiresAt) });
  if (row.waitsFor) return (await getTranslations('Submission.state'))(row.waitsFor);
  if (row.fields?.length) return t('detailsChanged', { fields: await labelsOf(row.fields) });
  return isEntryKind(row.kind) ? (await getTranslations('Lead.kind'))(row.kind) : '';
}

/** More make no difference: the lead shows them. */
const MAX_FIELDS = 5;

async function labelsOf(fields: NonNullable<NoticeRow['fields']>): Promise<string> {
  const { series } = await getFormats();
  const language = languageOf(await getLocale());
  const labels = fields.map(({ label, labels: others }) => getOwn(others ?? {}, language) ?? label);
  const shown = labels.slice(0, MAX_FIELDS).map(stripControlCharacters);
  return series([...shown, ...(labels.length > MAX_FIELDS ? ['…'] : [])]);
}
