import 'server-only';
import { createTranslator } from 'next-intl';
import type { Brand } from '@/lib/brand/brand';
import { toMailBrand } from '@/lib/brand/html-brand';
import { type StatusOverrides, toStatusWord } from '@/lib/core/status-words';
import type { Catalogue } from '@/lib/i18n/catalogue';
import type { Unread } from '@/lib/leads/list-view';
import { composeMail, type MailPart } from '@/lib/mail/compose';
import type { Mail } from '@/lib/mail/mail';
import { isEntryKind } from './kinds';
import type { NoticeRow } from './list-notices';
import { otherLines, toMailText } from './other-lines';

/** Leads that a mail names. */
const MAX_NAMED = 20;

type NoticeMailTexts = {
  /** What happened, in numbers. */
  unread: Unread;
  /** The latest of what is about leads, if mails may name leads. */
  rows?: readonly NoticeRow[];
  /** What is about nothing but the person: imports and for whom they act. */
  others?: readonly NoticeRow[];
  /** For the reader's language. */
  overrides: StatusOverrides;
  brand: Brand;
  /** `isIn`: the person may open the app. */
  isIn?: boolean;
  appUrl: string;
  unsubscribeUrl: string;
};

/** The mail that tells a person what happened to their leads: in numbers, or with the names of leads. */
export function noticeMail(
  texts: NoticeMailTexts,
  catalogue: Catalogue,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const { unread, others = [], brand, isIn = true, appUrl, unsubscribeUrl } = texts;
  const { tag, messages } = catalogue;
  const t = createTranslator({ locale: tag, messages, namespace: 'NoticeMail' });
  const lines = otherLines({ unread, others, isNamed: texts.rows !== undefined }, catalogue);
  const parts: MailPart[] = [
    ...(unread.onLeads > 0 ? [t('intro'), ...leadParts(texts, catalogue)] : []),
    ...(lines.length > 0 ? [t(unread.onLeads > 0 ? 'introMore' : 'introOther'), { items: lines }] : []),
    ...(isIn ? [{ href: `${appUrl}/notifications`, label: t('button') }] : []),
    t('why', { brand: brand.name }),
  ];
  return composeMail({
    lang: tag,
    subject: subjectOf(unread, catalogue),
    parts,
    links: [
      ...(isIn ? [{ href: `${appUrl}/settings`, label: t('settings') }] : []),
      { href: unsubscribeUrl, label: t('unsubscribe') },
    ],
    brand: toMailBrand(brand, { appUrl, messages }),
  });
}

function subjectOf(
  { count, onLeads, isCapped, refused, access }: Unread,
  { tag, messages }: Catalogue,
): string {
  const t = createTranslator({ locale: tag, messages, namespace: 'NoticeMail' });
  if (isCapped) return t('subjectMany', { count });
  if (access === count) return t('subjectAccess');
  if (onLeads < count) return t('subjectOther', { count });
  return t(refused === count ? 'subjectCorrections' : 'subject', { count });
}

/** What happened to leads. */
function leadParts({ unread, rows, overrides }: NoticeMailTexts, { tag, messages }: Catalogue): MailPart[] {
  const t = createTranslator({ locale: tag, messages, namespace: 'NoticeMail' });
  const words = createTranslator({ locale: tag, messages });
  const labelOf = (status: string) => toMailText(toStatusWord(status, overrides).label);
  const { onLeads: count, isCapped, refused, review, moved, reassigned, accepted, changed } = unread;
  const added = unread.added + reassigned;
  const numbers = [
    ...(refused > 0 ? [t('refused', { count: refused })] : []),
    ...(review > 0 ? [t('review', { count: review })] : []),
    ...moved.map((one) => t('moved', { status: labelOf(one.status), count: one.count })),
    ...(added > 0 ? [t('added', { count: added })] : []),
    ...(accepted > 0 ? [t('accepted', { count: accepted })] : []),
    ...(changed > 0 ? [t('changed', { count: changed })] : []),
  ];
  const named = latestOfEach(rows ?? []).map((row) => {
    const { kind, company, name, leadId, submissionId, from, to, waitsFor } = row;
    const lead = toMailText([company, name].filter(Boolean).join(', ') || leadId || submissionId || '');
    if (waitsFor) return t('line', { lead, what: words(`Submission.state.${waitsFor}`) });
    if (!isEntryKind(kind)) return lead;
    if (to === undefined) return t('line', { lead, what: words(`Lead.kind.${kind}`) });
    const change = { lead, from: from === undefined ? '' : labelOf(from), to: labelOf(to) };
    return from === undefined ? t('line', { lead, what: change.to }) : t('change', change);
  });
  const items = named.slice(0, MAX_NAMED);
  const rest = count - items.length;
  const more = (others: number) =>
    isCapped ? t('manyMore', { count: others }) : t('more', { count: others });
  return [
    // Nothing is said twice: the numbers are for what is not named. Only the latest of too many are counted.
    ...(isCapped || (items.length > 0 && rest <= 0) ? [] : [{ items: numbers }]),
    ...(items.length > 0 ? [{ items: [...items, ...(rest > 0 ? [more(rest)] : [])] }] : []),
  ];
}

/** One of each lead or submission, the latest first. */
function latestOfEach(rows: readonly NoticeRow[]): NoticeRow[] {
  const seen = new Set<string>();
  return rows.filter(({ leadId, submissionId }) => {
    const id = leadId ?? submissionId ?? '';
    return !seen.has(id) && seen.add(id);
  });
}
