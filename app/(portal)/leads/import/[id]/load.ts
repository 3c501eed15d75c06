import 'server-only';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { requireViewer, type Viewer } from '@/lib/auth/viewer';
import { getServiceClient } from '@/lib/connection/client';
import { decodeSegment, firstOf, type SearchParams } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';
import {
  getImportForm,
  type ImportForm,
  interpretationOf,
  type RowInterpretation,
} from '@/lib/imports/import-form';
import { findImport, isChangeable, type StoredImport } from '@/lib/imports/imports';
import { getFreshSchema } from '@/lib/lead-schema/schema';

/** A step's address, as Next gives it to a page. */
export type StepProps = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

const RENEWING_STEPS: ReadonlySet<string> = new Set(['columns', 'send']);

type Loaded = { viewer: Viewer; stored: StoredImport; form: ImportForm; interpretation?: RowInterpretation };

/**
 * What every step shows: the viewer's own import and the form in force, which the pages that its check and its sending
 * begin with read from the portal. Anything else is not found.
 */
export const loadImport = cache(async (segment: string, step: string): Promise<Loaded> => {
  const id = decodeSegment(segment);
  const viewer = await requireViewer(`/leads/import/${encodeURIComponent(id)}/${step}`);
  const db = await getDb();
  const stored = await findImport(db, viewer, id);
  if (!stored) notFound();
  const renew = async () => getFreshSchema(db, { service: await getServiceClient(), now: new Date() });
  const form = await getImportForm(db, {
    t: await getTranslations('Form'),
    locale: await getLocale(),
    renew: RENEWING_STEPS.has(step) && isChangeable(stored) ? renew : undefined,
  });
  if (!form) notFound();
  return { viewer, stored, form, interpretation: interpretationOf(stored, form.model) };
});

/** The number of a page in an address; 1 for anything else. */
export async function readPageQuery(
  searchParams: Promise<SearchParams>,
): Promise<{ page: number; show: unknown }> {
  const { page, show } = firstOf(await searchParams);
  const number = Number(page);
  return { page: Number.isSafeInteger(number) && number > 0 && number < 1_000 ? number : 1, show };
}
