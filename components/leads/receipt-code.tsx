import { getTranslations } from 'next-intl/server';
import { buttonClass } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { TextArea } from '@/components/ui/field';
import { LinkButton } from '@/components/ui/link-button';
import type { SignedReceipt } from '@/lib/receipts/issue';

const ID = 'receipt-code';

type Props = { signed?: SignedReceipt; submissionId: string; brand: string };

/** Copies the code of a receipt, or verifies it. The link has it after a "#", which no browser sends to a server. */
export async function ReceiptActions({ signed }: Pick<Props, 'signed'>) {
  const t = await getTranslations('Receipt');
  const common = await getTranslations('Common');
  if (!signed) return <p className="text-sm text-muted">{t('unavailable')}</p>;
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <CopyButton
        value={signed.code}
        text={common('copyCode')}
        done={(await getTranslations('Common'))('copied')}
      />
      <LinkButton href={`/verify#${signed.code}`}>{t('verify')}</LinkButton>
    </div>
  );
}

/** The signed code of a receipt, in full on paper, and the file that it proves. */
export async function ReceiptCode({ signed, submissionId, brand }: Props) {
  if (!signed) return null;
  const t = await getTranslations('Receipt');
  const { code, verifyAt, qrCode, isOwn } = signed;
  return (
    <div className="space-y-2 border-t border-line pt-3 print:pt-1.5">
      <label htmlFor={ID} className="block text-sm text-muted">
        {t('code')}
      </label>
      <div className="print:hidden">
        <TextArea
          id={ID}
          readOnly
          rows={3}
          value={code}
          dir="ltr"
          spellCheck={false}
          aria-describedby={`${ID}-hint`}
        />
      </div>
      <div aria-hidden="true" className="hidden items-start gap-4 print:flex">
        {qrCode && (
          // biome-ignore lint/performance/noImgElement: a part of the page, as large as it is printed
          <img src={qrCode} alt="" className="size-44 shrink-0 [image-rendering:pixelated]" />
        )}
        <code className="font-mono text-xs break-all">{code}</code>
      </div>
      <p id={`${ID}-hint`} className="text-sm text-muted print:text-xs">
        {t.rich('hint', {
          brand: brand,
          address: () => <span className="wrap-anywhere">{verifyAt}</span>,
        })}
      </p>
      {isOwn && (
        <a
          href={`/submissions/${encodeURIComponent(submissionId)}/answers`}
          download
          className={`${buttonClass({})} print:hidden`}
        >
          {t('download')}
        </a>
      )}
      {isOwn && <p className="text-sm text-muted print:hidden">{t('downloadHint')}</p>}
    </div>
  );
}
