import type pg from 'pg';
import { newId } from '@/lib/core/ids';

type Owner = { personId: string; organization: string; agent: string };

/** An import of this person with one row that was checked, and another that is no lead; sent once before. */
export async function addImport(sql: pg.Pool, owner: Owner, lastName = 'Imported'): Promise<string> {
  const id = newId('import');
  await sql.query(
    `insert into imports (id, person_id, organization_id, agent_id, file_name, state, headings, columns, file_format,
       checked_by, locale, time_zone, created_at, updated_at, started_at)
     select $1, $2, $3, $4, $5, 'done', $6, $7, $8, version, 'en', 'UTC', now(), now(), now() from schema_state`,
    [
      ...[id, owner.personId, owner.organization, owner.agent, `${lastName}.csv`],
      ...[JSON.stringify(['Last name']), JSON.stringify(['lastName'])],
      JSON.stringify({ decimal: '.', dates: 'mdy' }),
    ],
  );
  await sql.query(
    `insert into import_rows (import_id, position, line, cells, state, wrong_fields, digest)
     values ($1, 0, 1, '["Last name"]', 'heading', '[]', null), ($1, 1, 2, $2, 'ready', '[]', 'a digest'),
       ($1, 2, 3, $2, 'wrong', '["email"]', null)`,
    [id, JSON.stringify([lastName])],
  );
  return id;
}
