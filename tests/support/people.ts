import 'server-only';
import { newId } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import { people } from '@/lib/db/schema/people';

/** The admin of the tests. */
export const ADMIN = { personId: 'per_admin', email: 'admin@vendor.example' };

/** A known person without a membership. */
export async function addPerson(db: Db, facts: { email?: string; name?: string } = {}) {
  const id = newId('person');
  const person = { id, email: `${id.toLowerCase()}@partner.example`, name: 'Sam Ito', ...facts };
  await db.insert(people).values(person);
  return person;
}
