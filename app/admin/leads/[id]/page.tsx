import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { AdminLeadPage } from '@/components/admin/leads/lead-page';
import { viewLeadAsAdmin } from '@/lib/admin/leads/view-lead';
import { requireAdmin } from '@/lib/auth/viewer';
import { getBrand } from '@/lib/brand/current';
import { decodeSegment } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';

type Props = { params: Promise<{ id: string }> };

/** Without the lead's name: what this page reads is audited once. */
export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Lead'))('title') };
}

export default async function LeadOfAnyOrganization({ params }: Props) {
  const id = decodeSegment((await params).id);
  const admin = await requireAdmin('/admin/leads/[id]', `/admin/leads/${encodeURIComponent(id)}`);
  const task = { id, now: new Date(), locale: await getLocale() };
  const lead = await viewLeadAsAdmin(await getDb(), admin, task);
  if (!lead) notFound();
  return <AdminLeadPage lead={lead} brand={(await getBrand()).name} />;
}
