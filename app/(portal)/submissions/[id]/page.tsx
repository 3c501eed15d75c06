import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { PortalHeader } from '@/app/(portal)/portal-header';
import { readUpdatesOf } from '@/app/(portal)/read-updates';
import { titleName } from '@/app/name-title';
import { NotFoundPage, notFoundTitle } from '@/app/not-found-page';
import { EndDrafts } from '@/components/forms/end-drafts';
import { getReader, requireReader, type Viewer } from '@/lib/auth/viewer';
import { getBrand } from '@/lib/brand/current';
import { correctionAddress } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';
import { findReceipt } from '@/lib/leads/receipt';
import type { SubmissionView } from '@/lib/leads/view';
import { getStreamPosition } from '@/lib/live/position';
import { getSignedReceipt } from '@/lib/receipts/issue';
import { toIssueInput } from '@/lib/receipts/issue-input';
import { newLeadDraftKey } from '@/lib/submissions/new-lead-form';
import { getSubmissionView } from '@/lib/submissions/view';
import { SubmissionBody } from './_parts/submission-body';

type Props = {
  params: Promise<{ id: string }>;
  /** `posted`: the id under which this browser has just repeated it. */
  searchParams: Promise<{ posted?: string | string[] }>;
};

/** Read once for the title and the page; undefined also for a person who may not be here. */
const readSubmission = cache(
  async (id: string): Promise<{ submission: SubmissionView; position: string } | undefined> => {
    const person = await getReader();
    if (!person?.membership) return undefined;
    const viewer = { ...person, membership: person.membership };
    const position = getStreamPosition();
    const task = { id, now: new Date(), locale: await getLocale() };
    const submission = await getSubmissionView(await getDb(), viewer, task);
    return submission && { submission, position };
  },
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const read = await readSubmission((await params).id);
  if (!read) return notFoundTitle();
  const { submission } = read;
  const common = await getTranslations('Common');
  const name = submission.company || submission.name;
  if (!name) return { title: common('submission') };
  return { title: (await getTranslations('Lead'))('pageTitle', { name: titleName(name) }) };
}

export default async function SubmissionPage({ params, searchParams }: Props) {
  const { id } = await params;
  const { posted } = await searchParams;
  const viewer = await requireReader(`/submissions/${encodeURIComponent(id)}`);
  const read = await readSubmission(id);
  if (!read) return <NotFoundPage />;
  const { submission, position } = read;
  const unread = await readUpdatesOf(viewer, { submissionId: id });
  const isAccepted = submission.state === 'accepted';
  return (
    <>
      <PortalHeader viewer={viewer} unread={unread} />
      <EndDrafts
        under={newLeadDraftKey(viewer.personId)}
        event={{
          kind: 'submitted',
          submissionId: submission.id,
          postedId: typeof posted === 'string' ? posted : undefined,
        }}
      />
      <SubmissionBody
        submission={submission}
        position={position}
        receipt={isAccepted ? await readReceipt(viewer, id) : undefined}
        brand={(await getBrand()).name}
        correctHref={correctionAddress(submission.id)}
        isReadOnly={viewer.viewedBy !== undefined}
      />
    </>
  );
}

async function readReceipt(viewer: Viewer, submissionId: string) {
  const db = await getDb();
  const view = await findReceipt(db, viewer, { submissionId });
  return view && { view, signed: await getSignedReceipt(db, viewer, toIssueInput(submissionId)) };
}
