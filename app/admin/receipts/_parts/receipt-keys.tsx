import { getTranslations } from 'next-intl/server';
import { CardTable } from '@/components/admin/card-table';
import { ConfirmDialog } from '@/components/shell/confirm-dialog';
import { Badge } from '@/components/ui/badge';
import { getFormats } from '@/components/ui/formats';
import { Time } from '@/components/ui/time';
import type { KeyRow } from '@/lib/receipts/keys';

/** All keys that ever signed receipts, the current one first. */
export async function KeyTable({ keys }: { keys: readonly KeyRow[] }) {
  const t = await getTranslations('Receipts');
  const nav = await getTranslations('AdminNav');
  const { moment, number } = await getFormats();
  const time = (at: Date) => <Time moment={moment(at.toISOString())} />;
  return (
    <CardTable
      caption={t('caption')}
      columns={[t('column.key'), t('column.since'), t('column.replaced'), nav('receipts')]}
      numbers={[nav('receipts')]}
      rows={keys.map(({ kid, createdAt, retiredAt, receipts }) => ({
        key: kid,
        cells: [
          <code key="kid" className="font-mono text-sm break-all">
            {kid}
          </code>,
          time(createdAt),
          retiredAt ? time(retiredAt) : <Badge key="current" tone="good" label={t('current')} />,
          number(receipts),
        ],
      }))}
    />
  );
}

/** Replaces the current key, after a question: the replaced one never signs again. */
export async function ReplaceKey({ kid }: { kid: string }) {
  const t = await getTranslations('Receipts');
  return (
    <ConfirmDialog
      command="replace"
      subject={kid}
      about={{ seen: kid }}
      text={t('replace')}
      title={t('replaceTitle')}
      cancel={(await getTranslations('Action'))('cancel')}
    >
      <p>{t('replaceDetail')}</p>
    </ConfirmDialog>
  );
}
