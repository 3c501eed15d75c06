import 'server-only';
import { getTranslations } from 'next-intl/server';
import type { Viewer } from '@/lib/auth/viewer';
import { isId } from '@/lib/core/ids';
import { getDb } from '@/lib/db/handle';
import { findOwnDraft, type StoredDraft } from '@/lib/drafts/drafts';
import type { FormTexts } from '@/lib/forms/texts';
import { savedLabels, toOtherDraft } from './other-draft';

/** The draft that an address asks for, and another one that the form offers. Anything else is ignored. */
export function readDraftQuery({ draft, other }: Record<string, unknown>) {
  return {
    draftId: isId('draft', draft) ? draft : undefined,
    otherId: isId('draft', other) ? other : undefined,
  };
}

type FormDrafts = {
  /** The draft that the form continues. */
  draft?: StoredDraft;
  /** An older one of the same edit or correction. */
  otherDraft?: StoredDraft;
  /** The one that another device saved meanwhile. */
  otherId?: string;
  texts: FormTexts;
};

/** What a form shows of its drafts. */
export async function toDraftProps(viewer: Viewer, { draft, otherDraft, otherId, texts }: FormDrafts) {
  const since = otherId ? await findOwnDraft(await getDb(), viewer, otherId) : undefined;
  const t = await getTranslations('Drafts');
  const other = since ?? otherDraft;
  return {
    texts: draft ? { ...texts, restored: t('restored', await savedLabels(draft)) } : texts,
    otherDraft: other && (await toOtherDraft(other, since ? 'since' : 'there')),
  };
}
