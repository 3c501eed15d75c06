import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { HeaderOf } from '@/app/(portal)/header-of';
import { ClearDraft } from '@/components/forms/clear-draft';
import { SubmissionBody } from '@/components/leads/submission-body';
import { requireViewer } from '@/lib/auth/viewer';
import { getBrand } from '@/lib/brand/current';
import { getDb } from '@/lib/db/handle';
import { newLeadDraftKey } from '@/lib/submissions/new-lead-form';
import { getSubmissionView } from '@/lib/submissions/view';

type Props = {
  params: Promise<{ id: string }>;
  /** `posted`: the id under which this browser has just repeated it. */
  searchParams: Promise<{ posted?: string | string[] }>;
};

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Submission'))('title') };
}

export default async function SubmissionPage({ params, searchParams }: Props) {
  const { id } = await params;
  const { posted } = await searchParams;
  const viewer = await requireViewer(`/submissions/${encodeURIComponent(id)}`);
  const task = { id, now: new Date(), locale: await getLocale() };
  const submission = await getSubmissionView(await getDb(), viewer, task);
  if (!submission) notFound();
  return (
    <>
      <HeaderOf viewer={viewer} />
      <ClearDraft
        draftKeys={newLeadDraftKey(viewer.personId)}
        submissionId={submission.id}
        postedId={typeof posted === 'string' ? posted : undefined}
      />
      <SubmissionBody
        submission={submission}
        brand={(await getBrand()).name}
        correctHref={`/leads/new?from=${encodeURIComponent(submission.id)}`}
      />
    </>
  );
}
