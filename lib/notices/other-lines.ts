import 'server-only';
import { createTranslator } from 'next-intl';
import { withoutDirectionMarks } from '@/lib/core/isolate';
import type { Catalogue } from '@/lib/i18n/catalogue';
import type { Unread } from '@/lib/leads/list-view';
import type { NoticeRow } from './list-notices';
import { accessWords, importWords } from './words';

type Others = {
  unread: Unread;
  /** Latest first. */
  others: readonly NoticeRow[];
  /** Whether a mail may name leads, and so files that may be called after them. */
  isNamed: boolean;
};

/** What a mail says of what is about no lead: imports, drafts, and for whom the person acts. */
export function otherLines({ unread, others, isNamed }: Others, { tag, messages }: Catalogue): string[] {
  const t = createTranslator({ locale: tag, messages, namespace: 'NoticeMail' });
  const words = createTranslator({ locale: tag, messages, namespace: 'Notifications' });
  const access = others.find((row) => row.access !== undefined)?.access;
  const imports = others.flatMap((row) => {
    if (!row.import) return [];
    const what = importWords(words, row.import);
    const file = withoutDirectionMarks(row.name);
    return [isNamed && file ? t('line', { lead: file, what }) : what];
  });
  return [
    ...(access ? [withoutDirectionMarks(accessWords(words, access))] : []),
    ...imports,
    ...(unread.drafts > 0 ? [t('drafts', { count: unread.drafts })] : []),
  ];
}
