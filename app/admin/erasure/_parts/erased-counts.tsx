import { getTranslations } from 'next-intl/server';
import { CardTable } from '@/components/admin/card-table';
import { getFormats } from '@/components/ui/formats';
import { ERASED_KINDS, type ErasedKind } from '@/lib/core/erasure';

/** What erasure does with each kind, unless it deletes it. */
const FATES: Partial<
  Record<ErasedKind, 'cleared' | 'receipt-stays' | 'emptied' | 'values-cleared' | 'sent-without'>
> = {
  leads: 'cleared',
  submissions: 'receipt-stays',
  rows: 'emptied',
  history: 'values-cleared',
  mails: 'sent-without',
};

type Props = { counts: Partial<Record<ErasedKind, number>>; caption: string };

/** How much there is of each kind, and what erasure does with it. */
export async function ErasedCounts({ counts, caption }: Props) {
  const t = await getTranslations('Erasure');
  const { number } = await getFormats();
  return (
    <CardTable
      caption={caption}
      columns={[t('column.kind'), t('column.count'), t('column.fate')]}
      numbers={[t('column.count')]}
      rows={ERASED_KINDS.flatMap((kind) => {
        const count = counts[kind] ?? 0;
        return count > 0
          ? [{ key: kind, cells: [t(`kind.${kind}`), number(count), t(`fate.${FATES[kind] ?? 'deleted'}`)] }]
          : [];
      })}
    />
  );
}
