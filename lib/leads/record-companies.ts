import 'server-only';
import { sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { knownCompanies } from '@/lib/db/schema/known';
import { toBands } from '@/lib/match-keys/similar';

type Named = { organizationId: string; knownCompany: string | null };

/**
 * Stores the companies of leads that are written, so that similar ones are found. Before the leads, and always
 * in one order, so that concurrent writers of the same companies do not deadlock.
 */
export async function recordCompanies(tx: Db, named: readonly Named[]): Promise<void> {
  const rows = toCompanyRows(named);
  if (rows.length === 0) return;
  await tx.execute(sql`
    insert into ${knownCompanies} (organization_id, band, company)
    select organization, band, company from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as named (organization text, band integer, company text)
    order by organization, band, company
    on conflict do nothing`);
}

/** A row for each band of each company, each once. */
function toCompanyRows(named: readonly Named[]) {
  const byCompany = new Map(
    named
      .filter(({ organizationId }) => organizationId !== '')
      .flatMap(({ organizationId, knownCompany }) => {
        if (knownCompany === null) return [];
        return [[JSON.stringify([organizationId, knownCompany]), { organizationId, knownCompany }] as const];
      }),
  );
  return [...byCompany.values()].flatMap(({ organizationId, knownCompany }) =>
    [...new Set(toBands(knownCompany))].map((band) => ({
      organization: organizationId,
      band,
      company: knownCompany,
    })),
  );
}
