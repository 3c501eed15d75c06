import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { PortalHeader } from '@/app/(portal)/portal-header';
import { readUpdatesOf } from '@/app/(portal)/read-updates';
import { titleName } from '@/app/name-title';
import { NotFoundPage, notFoundTitle } from '@/app/not-found-page';
import { EndDrafts } from '@/components/forms/end-drafts';
import { LeadBody } from '@/components/leads/lead-body';
import { getReader, requireReader } from '@/lib/auth/viewer';
import { getBrand } from '@/lib/brand/current';
import { decodeSegment } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';
import { editDraftKey } from '@/lib/edits/edit-form';
import { getLeadView } from '@/lib/leads/lead-view';
import type { LeadView } from '@/lib/leads/view';
import { getStreamPosition } from '@/lib/live/position';
import { getSignedReceipt } from '@/lib/receipts/issue';
import { toIssueInput } from '@/lib/receipts/issue-input';

type Props = { params: Promise<{ id: string }> };

/** Read once for the title and the page; undefined also for a person who may not be here. */
const readLead = cache(async (id: string): Promise<{ lead: LeadView; position: string } | undefined> => {
  const person = await getReader();
  if (!person?.membership) return undefined;
  const viewer = { ...person, membership: person.membership };
  const position = getStreamPosition();
  const lead = await getLeadView(await getDb(), viewer, { id, now: new Date(), locale: await getLocale() });
  return lead && { lead, position };
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const read = await readLead(decodeSegment((await params).id));
  if (!read) return notFoundTitle();
  const { lead } = read;
  const t = await getTranslations('Lead');
  const common = await getTranslations('Common');
  const name = titleName(lead.company || lead.name || lead.id);
  return { title: name ? t('pageTitle', { name }) : common('lead') };
}

export default async function LeadPage({ params }: Props) {
  const id = decodeSegment((await params).id);
  const viewer = await requireReader(`/leads/${encodeURIComponent(id)}`);
  const read = await readLead(id);
  if (!read) return <NotFoundPage />;
  const { lead, position } = read;
  const { receipt } = lead;
  const unread = await readUpdatesOf(viewer, { leadId: lead.id });
  const brand = await getBrand();
  const signed =
    receipt && (await getSignedReceipt(await getDb(), viewer, toIssueInput(receipt.submissionId)));
  return (
    <>
      <PortalHeader viewer={viewer} unread={unread} />
      <EndDrafts under={editDraftKey(viewer.personId, id)} event={{ kind: 'lead' }} />
      <LeadBody
        lead={lead}
        position={position}
        signed={signed}
        brand={brand.name}
        helpUrl={brand.helpUrl}
        isReadOnly={viewer.viewedBy !== undefined}
      />
    </>
  );
}
