import 'server-only';
import { and, asc, eq } from 'drizzle-orm';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import type { Db } from '@/lib/db/handle';
import { agents, memberships, organizations, people } from '@/lib/db/schema/people';
import { CSV_MARK, toCsv } from '@/lib/export-files/csv';
import { COLUMNS } from './people-file';

/**
 * All people with their mappings, as a file that an import reads back unchanged. Every cell is quoted, and
 * made safe for spreadsheets.
 */
export async function exportPeople(db: Db, { by, now }: { by: Actor; now: Date }): Promise<string> {
  return db.transaction(async (tx) => {
    const rows = await selectAll(tx);
    const detail = { people: rows.length };
    await writeAudit(tx, { by, event: 'people.exported', subject: 'people', detail, at: now });
    const cells = rows.map((row) => COLUMNS.map((column) => row[column] ?? ''));
    return `${CSV_MARK}${toCsv([COLUMNS, ...cells])}`;
  });
}

function selectAll(tx: Db) {
  return tx
    .select({
      email: people.email,
      name: people.name,
      organizationId: memberships.organizationId,
      organizationName: organizations.name,
      agentId: memberships.agentId,
      agentName: agents.name,
      agentEmail: agents.email,
      role: memberships.role,
    })
    .from(people)
    .leftJoin(memberships, eq(memberships.personId, people.id))
    .leftJoin(organizations, eq(organizations.id, memberships.organizationId))
    .leftJoin(
      agents,
      and(eq(agents.organizationId, memberships.organizationId), eq(agents.id, memberships.agentId)),
    )
    .orderBy(asc(people.email));
}
