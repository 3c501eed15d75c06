import 'server-only';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor as AuditActor, writeAudit } from '@/lib/audit/write-audit';
import type { Viewer } from '@/lib/auth/viewer';
import { readSetting, writeSetting } from '@/lib/db/desk-settings';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { organizations } from '@/lib/db/schema/people';
import { consumeLimit, hasTurn, LIMITS } from '@/lib/limits/limits';
import { type Contact, toSearchKeys } from '@/lib/match-keys/keys';

/**
 * Whether people are told that the portal has a lead of the same company from another organization. Off until an admin
 * switches it on: nothing of another organization is looked at before.
 */
const TELLS_ELSEWHERE = { name: 'duplicates.elsewhere', schema: z.boolean() } as const;

/** Whether an admin has switched it on. */
export async function tellsElsewhere(db: Db): Promise<boolean> {
  return (await readSetting(db, TELLS_ELSEWHERE))?.value ?? false;
}

/** Switches it on or off, and notes who did. */
export async function setTellsElsewhere(
  db: Db,
  { isOn, by, at }: { isOn: boolean; by: AuditActor; at: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await tellsElsewhere(tx)) === isOn) return;
    await writeSetting(tx, TELLS_ELSEWHERE, { value: isOn, now: at });
    await writeAudit(tx, {
      by,
      event: isOn ? 'duplicates.switched-on' : 'duplicates.switched-off',
      subject: 'companies',
      at,
    });
  });
}

/**
 * Whether another organization has a lead of this company, by its name or domain; false unless an admin has switched it
 * on. It says no more than that, a few times an hour for each person, and each time is in the audit log: someone who
 * types one company after the other learns little, and is noticed.
 */
export async function isDuplicateElsewhere(
  db: Db,
  viewer: Viewer,
  { contact, now }: { contact: Contact; now: Date },
): Promise<boolean> {
  if (!(await tellsElsewhere(db))) return false;
  const { domain, company } = toSearchKeys(contact, { regions: [] });
  if (domain.length + company.length === 0) return false;
  const limited = { limit: LIMITS.notifiedElsewhere, subject: viewer.personId };
  // Nothing is looked up then: how long it takes would tell.
  if (!(await hasTurn(db, limited))) return false;
  if (!(await hasForeignLead(db, viewer, { domain, company }))) return false;
  if (!(await consumeLimit(db, limited)).allowed) return false;
  const subject = contact.company?.trim() || domain[0] || '';
  const { personId, email } = viewer;
  await writeAudit(db, { by: { personId, email }, event: 'duplicates.hint-shown', subject, at: now });
  return true;
}

/** A range of an index for each other organization: it costs by their number, and not by that of leads. */
async function hasForeignLead(
  db: Db,
  { membership }: Viewer,
  { domain, company }: { domain: readonly string[]; company: readonly string[] },
): Promise<boolean> {
  const has = (column: typeof leads.knownDomain | typeof leads.knownCompany, keys: readonly string[]) =>
    keys.map(
      (key) => sql`exists (select 1 from ${leads}
        where ${leads.organizationId} = ${organizations.id} and ${column} = ${key} and ${leads.deletedAt} is null)`,
    );
  const either = sql.join(
    [...has(leads.knownDomain, domain), ...has(leads.knownCompany, company)],
    sql` or `,
  );
  const { rows } = z.object({ rows: z.array(z.object({ found: z.boolean() })) }).parse(
    await db.execute(sql`select exists (select 1 from ${organizations}
        where ${organizations.id} <> ${membership.organizationId} and (${either})) as found`),
  );
  return rows[0]?.found ?? false;
}
