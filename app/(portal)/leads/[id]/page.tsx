import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { HeaderOf } from '@/app/(portal)/header-of';
import { EndSentDraft } from '@/components/forms/clear-draft';
import { LeadBody } from '@/components/leads/lead-body';
import { requireViewer } from '@/lib/auth/viewer';
import { env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import { editDraftKey } from '@/lib/edits/edit-form';
import { getLeadView } from '@/lib/leads/lead-view';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Lead'))('title') };
}

export default async function LeadPage({ params }: Props) {
  const { id } = await params;
  const viewer = await requireViewer(`/leads/${encodeURIComponent(id)}`);
  const lead = await getLeadView(await getDb(), viewer, { id, now: new Date() });
  if (!lead) notFound();
  return (
    <>
      <HeaderOf viewer={viewer} />
      <EndSentDraft draftKey={editDraftKey(viewer.personId, id)} />
      <LeadBody lead={lead} brand={env().BRAND_NAME} />
    </>
  );
}
