import { getTranslations } from 'next-intl/server';
import { LostAnswers } from '@/components/forms/notices';
import { Banner } from '@/components/ui/banner';
import { getFormats } from '@/components/ui/formats';
import type { StoredDraft } from '@/lib/drafts/drafts';
import type { LostAnswer } from '@/lib/forms/state';

type Props = {
  draft?: StoredDraft;
  /** What of it has no place in the form any more. */
  lost: readonly LostAnswer[];
  /** It was asked for and is not there. */
  isGone: boolean;
  /** It was saved just now, without scripts. */
  isSaved: boolean;
  /** What became of the form's draft, if another one was saved: a `Transfer`. */
  transfer?: unknown;
};

/** Above the form: what became of the draft that its address names. */
export async function DraftNotices({ draft, lost, isGone, isSaved, transfer }: Props) {
  const t = await getTranslations('Drafts');
  const form = await getTranslations('Form');
  const { clock } = await getFormats();
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
      {draft && (transfer === 'transferred' || transfer === 'submitted') && (
        <div className="pb-4">
          <Banner tone="warn" title={form('draftTransferred', { transfer })}>
            {form('otherDraftKept')}
          </Banner>
        </div>
      )}
      {draft && isSaved && (
        <div role="status" className="pb-4">
          <Banner tone="good" title={t('saved', { time: clock(draft.updatedAt.toISOString()) })} />
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
