import 'server-only';
import { getTranslations } from 'next-intl/server';
import type { OtherDraft } from '@/components/forms/draft-sync';
import { getFormats } from '@/components/ui/formats';
import type { Device } from '@/lib/core/device';
import type { StoredDraft } from '@/lib/drafts/drafts';

/** Where a draft is continued. */
export function draftAddress({
  id,
  leadId,
  replaces,
}: {
  id: string;
  leadId?: string | null;
  replaces?: string | null;
}): string {
  const newLead = replaces ? '/leads/new/correct' : '/leads/new';
  const form = leadId ? `/leads/${encodeURIComponent(leadId)}/edit` : newLead;
  return `${form}?draft=${encodeURIComponent(id)}`;
}

/** A device in words: "Chrome on Windows". */
export async function deviceText({ browser, system }: Device): Promise<string> {
  const t = await getTranslations('Drafts');
  const common = await getTranslations('Common');
  if (browser && system) return common('device', { browser, system });
  return browser ?? system ?? t('unknownDevice');
}

/**
 * A draft as the form offers it instead of its own.
 *
 * @param reason `since`: another device saved it while the form was open; `there`: it was there before
 */
export async function toOtherDraft(draft: StoredDraft, reason: 'since' | 'there'): Promise<OtherDraft> {
  const t = await getTranslations('Drafts');
  const labels = await savedLabels(draft);
  return { id: draft.id, href: draftAddress(draft), text: t(`other.${reason}`, labels) };
}

/** Where and when a draft was last saved, for a sentence. */
export async function savedLabels({ browser, system, updatedAt }: StoredDraft) {
  const { moment } = await getFormats();
  const device = await deviceText({ browser: browser ?? undefined, system: system ?? undefined });
  return { device, time: moment(updatedAt.toISOString()).text };
}
