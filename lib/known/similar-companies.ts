import 'server-only';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '@/lib/db/handle';
import { knownCompanies } from '@/lib/db/schema/known';
import { MIN_SIMILARITY, similarity, toBands } from '@/lib/known-keys/similar';

/** Companies compared for each band: the work is bounded, however many share it. */
const PER_BAND = 20;
const MAX_SIMILAR = 3;

const companiesSchema = z.object({ rows: z.array(z.object({ company: z.string() })) });

/** The keys of an organization's companies that are similar to this one, the most similar first, without itself. */
export async function findSimilarCompanies(
  db: Db,
  { organizationId, key }: { organizationId: string; key: string },
): Promise<string[]> {
  const found = await db.execute(sql`
    select distinct shared.company from jsonb_array_elements_text(${JSON.stringify(toBands(key))}::jsonb) as sought (band),
      lateral (select company from ${knownCompanies}
        where organization_id = ${organizationId} and band = sought.band::integer limit ${PER_BAND}) as shared`);
  return companiesSchema
    .parse(found)
    .rows.map(({ company }) => ({ company, share: similarity(key, company) }))
    .filter(({ company, share }) => company !== key && share >= MIN_SIMILARITY)
    .sort((one, other) => other.share - one.share || (one.company < other.company ? -1 : 1))
    .slice(0, MAX_SIMILAR)
    .map(({ company }) => company);
}
