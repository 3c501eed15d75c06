import { getTranslations } from 'next-intl/server';
import { Description, DescriptionList } from '@/components/ui/description-list';
import { getFormats } from '@/components/ui/formats';
import { Time } from '@/components/ui/time';
import type { ReceiptView } from '@/lib/leads/view';

/** When the lead was handed over, and under which number the portal took it. */
export async function Receipt({ receipt }: { receipt: ReceiptView }) {
  const t = await getTranslations('Lead');
  const { preciseMoment } = await getFormats();
  return (
    <section
      aria-labelledby="receipt"
      className="rounded-control border border-line bg-surface px-4 pt-3 pb-1"
    >
      <h2 id="receipt" className="text-lg font-semibold">
        {t('receipt')}
      </h2>
      <DescriptionList>
        <Description term={t('receiptNumber')}>
          <code className="font-mono text-sm break-all">{receipt.number}</code>
        </Description>
        <Description term={t('receiptSubmitted')}>
          <Time moment={preciseMoment(receipt.submittedAt)} />
          <span dir="auto" className="block text-sm text-muted">
            {receipt.submittedBy}
          </span>
        </Description>
        <Description term={t('receiptAccepted')}>
          <Time moment={preciseMoment(receipt.acceptedAt)} />
          {receipt.unclearSince && (
            <span className="block text-sm text-muted">
              {t.rich('receiptUnclear', {
                time: () => <Time moment={preciseMoment(receipt.unclearSince ?? '')} />,
              })}
            </span>
          )}
        </Description>
        <Description term={t('receiptId')}>
          <code className="font-mono text-sm break-all">{receipt.submissionId}</code>
        </Description>
      </DescriptionList>
    </section>
  );
}
