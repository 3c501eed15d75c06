import { getTranslations } from 'next-intl/server';
import { Card } from '@/components/ui/card';
import { Description, DescriptionList } from '@/components/ui/description-list';
import { getFormats } from '@/components/ui/formats';
import { Time } from '@/components/ui/time';
import type { ReceiptView } from '@/lib/leads/view';
import type { SignedReceipt } from '@/lib/receipts/issue';
import { ReceiptActions, ReceiptCode } from './receipt-code';

type Props = {
  receipt: ReceiptView;
  /** Absent if it cannot be signed now. */
  signed?: SignedReceipt;
  brand: string;
};

/** When the lead was submitted, the number under which the portal accepted it, and the code that proves it. */
export async function Receipt({ receipt, signed, brand }: Props) {
  const t = await getTranslations('Lead');
  const common = await getTranslations('Common');
  const { preciseMoment } = await getFormats();
  return (
    <Card id="receipt" title={t('receipt')}>
      <ReceiptActions signed={signed} />
      <details data-print className="print:mt-0">
        <summary className="min-h-8 w-fit text-sm text-accent print:hidden">
          {(await getTranslations('Common'))('details')}
        </summary>
        <div className="space-y-3 pt-2">
          <DescriptionList>
            <Description term={common('leadId')}>
              <code className="font-mono text-sm break-all">{receipt.number}</code>
            </Description>
            <Description term={common('submitted')}>
              <Time moment={preciseMoment(receipt.submittedAt)} />
              <span dir="auto" className="block text-sm text-muted">
                {receipt.submittedBy}
              </span>
            </Description>
            {receipt.sent.length > 1 && <Sent receipt={receipt} />}
            <Description term={t('receiptAccepted')}>
              <Time moment={preciseMoment(receipt.acceptedAt)} />
              {receipt.acceptedBy !== 'response' && (
                <span className="block text-sm text-muted">{t(`acceptedBy.${receipt.acceptedBy}`)}</span>
              )}
            </Description>
            {receipt.portalCreatedAt && (
              <Description term={t('receiptCreated')}>
                <Time moment={preciseMoment(receipt.portalCreatedAt)} />
              </Description>
            )}
            <Description term={t('receiptId')}>
              <code className="font-mono text-sm break-all">{receipt.submissionId}</code>
            </Description>
          </DescriptionList>
          <ReceiptCode signed={signed} submissionId={receipt.submissionId} brand={brand} />
        </div>
      </details>
    </Card>
  );
}

/** Each request, if there were several, and the portal's response. */
async function Sent({ receipt: { sent, acceptedBy } }: { receipt: ReceiptView }) {
  const t = await getTranslations('Lead');
  const { preciseMoment } = await getFormats();
  return (
    <Description term={t('receiptSent')}>
      <ol className="space-y-1">
        {sent.map(({ at, answered }, index) => {
          const isAccepted = acceptedBy === 'response' && index === sent.length - 1;
          return (
            <li key={at}>
              <Time moment={preciseMoment(at)} />
              <span className="block text-sm text-muted">
                {isAccepted ? t('sentAccepted') : t('sentUnclear', { answered: answered ?? 0 })}
              </span>
            </li>
          );
        })}
      </ol>
    </Description>
  );
}
