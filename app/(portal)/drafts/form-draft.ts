import 'server-only';
import { getTranslations } from 'next-intl/server';
import { isId } from '@/lib/core/ids';
import type { StoredDraft } from '@/lib/drafts/drafts';
import type { FormTexts } from '@/lib/forms/texts';
import { savedLabels, toOtherDraft } from './other-draft';

/** The draft that an address asks for. Anything else is ignored. */
export function readDraftId({ draft }: Record<string, unknown>): string | undefined {
  return isId('draft', draft) ? draft : undefined;
}

type FormDrafts = {
  /** The draft that the form continues. */
  draft?: StoredDraft;
  /** An older one of the same edit or correction. */
  otherDraft?: StoredDraft;
  texts: FormTexts;
};

/** What a form shows of its drafts. */
export async function toDraftProps({ draft, otherDraft, texts }: FormDrafts) {
  const t = await getTranslations('Drafts');
  return {
    texts: draft ? { ...texts, restored: t('restored', await savedLabels(draft)) } : texts,
    otherDraft: otherDraft && (await toOtherDraft(otherDraft, 'there')),
  };
}
