import 'server-only';
import { asc, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { env } from '@/lib/core/env';
import type { ErasedKind } from '@/lib/core/erasure';
import { isId } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { type Certificate, findCertificate, listCertificates } from '@/lib/erasure/certificate';
import { countTraces } from '@/lib/erasure/erase';
import { openSearch } from '@/lib/erasure/search';
import { findTraces, type Traces } from '@/lib/erasure/traces';

/** What is kept about a person, in numbers, and where else the texts stand. */
export type Found = Pick<
  Traces,
  'text' | 'texts' | 'underWay' | 'isCut' | 'roles' | 'places' | 'hasMorePlaces'
> & {
  counts: Partial<Record<ErasedKind, number>>;
  /** Those that the portal still has, as far as this desk knows. */
  inPortal: { id: string; status: string }[];
};

export type ErasurePage = {
  /** What the page was asked for, to be posted back; undefined without a search, or if it is too old. */
  search?: { of: string; found: Found };
  isExpired: boolean;
  certificates: Awaited<ReturnType<typeof listCertificates>>;
};

/** The erasure page: with a search what was found, and the latest certificates. */
export async function getErasurePage(
  db: Db,
  { of, now }: { of: string | undefined; now: Date },
): Promise<ErasurePage> {
  const text = of === undefined ? undefined : openSearch(of, { appSecret: env().APP_SECRET, now });
  const search =
    of !== undefined && text !== undefined ? { of, found: await findByText(db, text) } : undefined;
  const isExpired = of !== undefined && search === undefined;
  return { search, isExpired, certificates: await listCertificates(db) };
}

async function findByText(db: Db, text: string): Promise<Found> {
  const traces = await findTraces(db, { text });
  const inPortal = traces.leads.filter(({ deletedAt }) => deletedAt === null);
  return {
    ...traces,
    counts: countTraces(traces),
    inPortal: inPortal.map(({ id, status }) => ({ id, status })),
  };
}

/** The search in the address of the page. */
export function parseErasureQuery(params: Record<string, string | string[] | undefined>): string | undefined {
  return z.string().max(2_000).safeParse(params.of).data;
}

export type CertificatePage = {
  certificate: Certificate;
  /** The leads whose person was erased, and whether the portal has deleted them by now. */
  leads: { id: string; deletedAt: Date | null }[];
};

/** One certificate; undefined if there is none. */
export async function getCertificatePage(db: Db, id: string): Promise<CertificatePage | undefined> {
  const certificate = isId('erasure', id) ? await findCertificate(db, id) : undefined;
  if (!certificate) return undefined;
  const ids = certificate.leads.map((lead) => lead.id);
  const rows =
    ids.length > 0
      ? await db
          .select({ id: leads.id, deletedAt: leads.deletedAt })
          .from(leads)
          .where(inArray(leads.id, ids))
          .orderBy(asc(leads.id))
      : [];
  return { certificate, leads: rows };
}
