import 'server-only';
import { createTranslator } from 'next-intl';
import type { ListItem } from '@/lib/core/html';
import { withoutDirectionMarks } from '@/lib/core/isolate';
import { cutText } from '@/lib/core/text';
import type { Catalogue } from '@/lib/i18n/catalogue';
import type { Unread } from '@/lib/leads/list-view';
import { accessLabel, importLabel } from './labels';
import type { NoticeRow } from './list-notices';

type Others = {
  unread: Unread;
  /** Latest first. */
  others: readonly NoticeRow[];
  /** Whether a mail may name leads, and so files that may be called after them. */
  isNamed: boolean;
};

/** More of a name is on the page that the mail leads to. */
const MAX_CHARACTERS = 120;

/** Untrusted text for a line of a mail: a name may be as long as the portal stores it, and a mail may not. */
export function toMailText(text: string, most = MAX_CHARACTERS): string {
  const cut = cutText(text, most);
  return withoutDirectionMarks(cut.length < text.length ? `${cut}…` : text);
}

/** What a mail says of what is about no lead: imports, drafts, and for whom the person acts. */
export function otherLines({ unread, others, isNamed }: Others, { tag, messages }: Catalogue): ListItem[] {
  const t = createTranslator({ locale: tag, messages, namespace: 'NoticeMail' });
  const labels = createTranslator({ locale: tag, messages, namespace: 'Notifications' });
  const access = others.find((row) => row.access !== undefined)?.access;
  const imports = others.flatMap((row) => {
    if (!row.import) return [];
    const what = importLabel(labels, row.import);
    const file = toMailText(row.name);
    return [isNamed && file ? { title: file, text: what } : what];
  });
  return [
    ...(access ? [toMailText(accessLabel(labels, access), 3 * MAX_CHARACTERS)] : []),
    ...imports,
    ...(unread.drafts > 0 ? [t('drafts', { count: unread.drafts })] : []),
  ];
}
