import 'server-only';
import { createTranslator } from 'next-intl';
import type { Brand } from '@/lib/brand/brand';
import { toMailBrand } from '@/lib/brand/html-brand';
import type { ListItem } from '@/lib/core/html';
import { ONE_LINE } from '@/lib/core/sender';
import { type StatusOverrides, toStatusWord } from '@/lib/core/status-labels';
import type { Catalogue } from '@/lib/i18n/catalogue';
import type { Unread } from '@/lib/leads/list-view';
import { composeMail, labelled, type MailPart } from '@/lib/mail/compose';
import type { Mail } from '@/lib/mail/mail';
import { isEntryKind } from './kinds';
import type { NoticeRow } from './list-notices';
import { otherLines, toMailText } from './other-lines';

/** Leads that a mail names. */
const MAX_NAMED = 20;
/** A longer subject is cut by mail programs, and counts instead. */
const MAX_SUBJECT = 120;

type NoticeMailTexts = {
  /** Who reads it. */
  name: string;
  /** What happened, in numbers. */
  unread: Unread;
  /** The latest of what is about leads, if mails may name leads. */
  rows?: readonly NoticeRow[];
  /** What is about nothing but the person: imports and for whom they act. */
  others?: readonly NoticeRow[];
  /** For the reader's language. */
  overrides: StatusOverrides;
  /** Writes an amount; absent if admins hide the values of leads. */
  money?: (value: number) => string;
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
  const named = namedItems(texts, catalogue);
  const parts: MailPart[] = [
    t('greeting', { name: toMailText(texts.name) }),
    ...(unread.onLeads > 0 ? [t('intro'), ...leadParts(texts, { catalogue, named })] : []),
    ...(lines.length > 0 ? [t(unread.onLeads > 0 ? 'introMore' : 'introOther'), { items: lines }] : []),
    ...(isIn ? [{ href: `${appUrl}/notifications`, label: t('button') }] : []),
  ];
  return composeMail({
    lang: tag,
    subject: toSubject(unread, { catalogue, named }),
    parts,
    footer: t('why', { brand: brand.name }),
    links: [
      ...(isIn ? [{ href: `${appUrl}/settings`, label: t('settings') }] : []),
      { href: unsubscribeUrl, label: t('unsubscribe') },
    ],
    brand: toMailBrand(brand, { appUrl, messages }),
  });
}

/** The lead itself, if the mail is about one that it may name. */
function toSubject(
  { count, onLeads, isCapped, refused, access }: Unread,
  { catalogue: { tag, messages }, named }: { catalogue: Catalogue; named: readonly ListItem[] },
): string {
  const t = createTranslator({ locale: tag, messages, namespace: 'NoticeMail' });
  const [item] = named;
  if (count === 1 && typeof item === 'object') {
    const subject = labelled(tag, item.title, item.text);
    if (subject.length <= MAX_SUBJECT && ONE_LINE.test(subject)) return subject;
  }
  if (isCapped) return t('subjectMany', { count });
  if (access === count) return t('subjectAccess');
  if (onLeads < count) return t('subjectOther', { count });
  return t(refused === count ? 'subjectCorrections' : 'subject', { count });
}

/** The leads that the mail may name, each with what happened to it last. */
function namedItems({ rows, overrides }: NoticeMailTexts, { tag, messages }: Catalogue): ListItem[] {
  const t = createTranslator({ locale: tag, messages });
  const labelOf = (status: string) => toMailText(toStatusWord(status, overrides).label);
  const items = latestOfEach(rows ?? []).map((row) => {
    const { kind, company, name, leadId, submissionId, from, to, waitsFor } = row;
    const title = toMailText([company, name].filter(Boolean).join(', ') || leadId || submissionId || '');
    if (waitsFor) return { title, text: t(`Submission.state.${waitsFor}`) };
    if (!isEntryKind(kind)) return title;
    if (to === undefined) return { title, text: t(`Lead.kind.${kind}`) };
    return { title, text: from === undefined ? labelOf(to) : `${labelOf(from)} → ${labelOf(to)}` };
  });
  return items.slice(0, MAX_NAMED);
}

/** What happened to leads. */
function leadParts(
  { unread, overrides, money }: NoticeMailTexts,
  { catalogue: { tag, messages }, named }: { catalogue: Catalogue; named: readonly ListItem[] },
): MailPart[] {
  const t = createTranslator({ locale: tag, messages, namespace: 'NoticeMail' });
  const labelOf = (status: string) => toMailText(toStatusWord(status, overrides).label);
  const { onLeads: count, isCapped, refused, review, moved, reassigned, accepted, changed } = unread;
  const added = unread.added + reassigned;
  const numbers = [
    ...(refused > 0 ? [t('refused', { count: refused })] : []),
    ...(review > 0 ? [t('review', { count: review })] : []),
    ...moved.map((one) => {
      const line = t('moved', { status: labelOf(one.status), count: one.count });
      return money && one.value !== 0 ? `${line} · ${money(one.value)}` : line;
    }),
    ...(added > 0 ? [t('added', { count: added })] : []),
    ...(accepted > 0 ? [t('accepted', { count: accepted })] : []),
    ...(changed > 0 ? [t('changed', { count: changed })] : []),
  ];
  const meanings = moved.flatMap(({ status }) => {
    const { meaning } = overrides.get(status) ?? {};
    return meaning === undefined ? [] : [{ title: labelOf(status), text: toMailText(meaning, 300) }];
  });
  const rest = count - named.length;
  const more = (others: number) =>
    isCapped ? t('manyMore', { count: others }) : t('more', { count: others });
  return [
    // Nothing is said twice: the numbers are for what is not named. Only the latest of too many are counted.
    ...(isCapped || (named.length > 0 && rest <= 0) ? [] : [{ items: numbers }]),
    ...(named.length > 0 ? [{ items: [...named, ...(rest > 0 ? [more(rest)] : [])] }] : []),
    ...(meanings.length > 0 && !isCapped ? [{ items: meanings }] : []),
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
