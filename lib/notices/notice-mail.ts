import 'server-only';
import { createTranslator } from 'next-intl';
import type { Brand } from '@/lib/brand/brand';
import { toMailBrand } from '@/lib/brand/html-brand';
import { withoutDirectionMarks } from '@/lib/core/isolate';
import { type StatusOverrides, toStatusWord } from '@/lib/core/status-words';
import type { Catalogue } from '@/lib/i18n/catalogue';
import type { Unread } from '@/lib/leads/list-view';
import { composeMail, type MailPart } from '@/lib/mail/compose';
import type { Mail } from '@/lib/mail/mail';
import type { NoticeRow } from './notices';

/** Leads that a mail names. */
const MAX_NAMED = 20;

type NoticeMailTexts = {
  /** What happened, in numbers. */
  unread: Unread;
  /** The latest of it, if mails may name leads. */
  rows?: readonly NoticeRow[];
  /** For the reader's language. */
  overrides: StatusOverrides;
  brand: Brand;
  appUrl: string;
  unsubscribeUrl: string;
};

/** The mail that tells a person what happened to their leads: in numbers, or with the names of leads. */
export function noticeMail(
  { unread, rows, overrides, brand, appUrl, unsubscribeUrl }: NoticeMailTexts,
  { tag, messages }: Catalogue,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const t = createTranslator({ locale: tag, messages, namespace: 'NoticeMail' });
  const words = createTranslator({ locale: tag, messages, namespace: 'Lead.kind' });
  const labelOf = (status: string) => withoutDirectionMarks(toStatusWord(status, overrides).label);
  const { count, isCapped, refused, moved, added, accepted } = unread;
  const numbers = [
    ...(refused > 0 ? [t('refused', { count: refused })] : []),
    ...moved.map((one) => t('moved', { status: labelOf(one.status), count: one.count })),
    ...(added > 0 ? [t('added', { count: added })] : []),
    ...(accepted > 0 ? [t('accepted', { count: accepted })] : []),
  ];
  const named = latestOfEach(rows ?? []).map(({ kind, company, name, leadId, submissionId, from, to }) => {
    const lead = withoutDirectionMarks(
      [company, name].filter(Boolean).join(', ') || leadId || submissionId || '',
    );
    if (to === undefined) return t('line', { lead, what: words(kind) });
    const change = { lead, from: from === undefined ? '' : labelOf(from), to: labelOf(to) };
    return from === undefined ? t('line', { lead, what: change.to }) : t('change', change);
  });
  const items = named.slice(0, MAX_NAMED);
  const rest = count - items.length;
  const isOnlyCorrections = refused === count;
  const more = (others: number) =>
    isCapped ? t('manyMore', { count: others }) : t('more', { count: others });
  const parts: MailPart[] = [
    t('intro'),
    // Nothing is said twice: the numbers are for what is not named. Only the latest of too many are counted.
    ...(isCapped || (items.length > 0 && rest <= 0) ? [] : [{ items: numbers }]),
    ...(items.length > 0 ? [{ items: [...items, ...(rest > 0 ? [more(rest)] : [])] }] : []),
    { href: `${appUrl}/notifications`, label: t('button') },
    t('why', { brand: brand.name }),
  ];
  return composeMail({
    lang: tag,
    subject: isCapped
      ? t('subjectMany', { count })
      : t(isOnlyCorrections ? 'subjectCorrections' : 'subject', { count }),
    parts,
    links: [
      { href: `${appUrl}/settings`, label: t('settings') },
      { href: unsubscribeUrl, label: t('unsubscribe') },
    ],
    brand: toMailBrand(brand, { appUrl, messages }),
  });
}

/** One of each lead or submission, the latest first. */
function latestOfEach(rows: readonly NoticeRow[]): NoticeRow[] {
  const seen = new Set<string>();
  return rows.filter(({ leadId, submissionId }) => {
    const id = leadId ?? submissionId ?? '';
    return !seen.has(id) && seen.add(id);
  });
}
