import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { requireAdmin } from '@/lib/auth/viewer';
import { getBrand } from '@/lib/brand/current';
import { adminLeadAddress, decodeSegment, type SearchParams } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';
import { adminLeadsHref, parseAdminLeadsQuery } from '../query';
import { AdminLeadPage } from './_parts/lead-page';
import { viewLeadAsAdmin } from './query';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

/** Without the lead's name: what this page reads is audited once. */
export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Common'))('lead') };
}

export default async function LeadOfAnyOrganization({ params, searchParams }: Props) {
  const id = decodeSegment((await params).id);
  const admin = await requireAdmin('/admin/leads/[id]', adminLeadAddress(id));
  const task = { id, now: new Date(), locale: await getLocale() };
  const seen = await viewLeadAsAdmin(await getDb(), admin, task);
  if (!seen) notFound();
  const { after, ...filter } = parseAdminLeadsQuery(await searchParams);
  return <AdminLeadPage {...seen} list={adminLeadsHref(filter, after)} brand={(await getBrand()).name} />;
}
