import { getTranslations } from 'next-intl/server';
import type { BellView } from '@/components/shell/bell';
import { getFormats } from '@/components/ui/formats';

/** More does not fit beside the bell; its name has the number. */
const MAX_SHOWN = 99;

/**
 * The bell with this many unread notices, in the reader's language.
 *
 * @param position where the stream of this count begins, taken before it was read
 */
export async function toBell(unread: number, position: string): Promise<BellView> {
  const t = await getTranslations('Shell');
  const { number } = await getFormats();
  const mark = unread > MAX_SHOWN ? `${number(MAX_SHOWN)}+` : number(unread);
  return { label: t('notifications', { count: unread }), mark: unread > 0 ? mark : '', position };
}
