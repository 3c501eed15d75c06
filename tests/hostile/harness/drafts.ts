import type pg from 'pg';
import { newId } from '@/lib/core/ids';

type Owner = { personId: string; organization: string; agent: string };

/** A draft of this person for a new lead, as if they had typed it. */
export async function addDraft(sql: pg.Pool, owner: Owner, lastName = 'Drafted'): Promise<string> {
  const id = newId('draft');
  await sql.query(
    `insert into drafts (id, person_id, organization_id, agent_id, schema_version, locale, time_zone, fields,
       revision, browser, system, created_at, updated_at)
     select $1, $2, $3, $4, version, 'en', 'UTC', $5, $6, 'Chrome', 'Windows', now(), now() from schema_state`,
    [
      ...[id, owner.personId, owner.organization, owner.agent],
      ...[JSON.stringify([['lastName', 'text', lastName]]), newId('revision')],
    ],
  );
  return id;
}

/** Who a demo person is, by their name. */
export async function ownerNamed(sql: pg.Pool, name: string): Promise<Owner> {
  const { rows } = await sql.query<Owner>(
    `select p.id as "personId", m.organization_id as organization, m.agent_id as agent
     from people p join memberships m on m.person_id = p.id where p.name = $1`,
    [name],
  );
  const [owner] = rows;
  if (!owner) throw new Error(`Nobody is called ${name}.`);
  return owner;
}
