import { getTranslations } from 'next-intl/server';
import { LostAnswers } from '@/components/forms/notices';
import { Banner } from '@/components/ui/banner';
import type { LostAnswer } from '@/lib/forms/state';

type Props = {
  /** What of the draft has no place in the form any more. */
  lost: readonly LostAnswer[];
  /** The draft was asked for and is not there. */
  isGone: boolean;
};

/** Above the form: what became of the draft that its address names. */
export async function DraftNotices({ lost, isGone }: Props) {
  const t = await getTranslations('Drafts');
  const form = await getTranslations('Form');
  return (
    <>
      {isGone && (
        // A page that is drawn anew with what the form's action returned does not know that here: the
        // question about a transferred draft (`LeadFormState`) says already that it is gone.
        <div className="pb-4 in-[main:has(#draft-transferred)]:hidden">
          <Banner tone="info" title={t('goneTitle')}>
            {t('gone')}
          </Banner>
        </div>
      )}
      {lost.length > 0 && (
        <div className="pb-4">
          <Banner tone="warn" title={form('lostHeading')}>
            <LostAnswers answers={lost} />
          </Banner>
        </div>
      )}
    </>
  );
}
