import 'server-only';
import { inArray, type SQL, sql } from 'drizzle-orm';
import { newId } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import { agents, memberships, organizations, people } from '@/lib/db/schema/people';
import { followMappings } from '@/lib/submissions/blocked';
import { notifyOfAccess } from '@/lib/timeline/notify';
import type { Plan } from './import-plan';

/** A person signed in for the first time between reading and writing: read again. */
class Overtaken extends Error {}

/** True if the transaction has to be retried. */
export function isSuperseded(error: unknown): boolean {
  const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01';
  return error instanceof Overtaken || isDeadlock;
}

/** Writes a plan of a few rows; owners in the same order as lead reads write them, to avoid deadlocks. */
export async function writePlan(
  tx: Db,
  { plan, demo, by, now }: { plan: Plan; demo: boolean; by: string | undefined; now: Date },
): Promise<void> {
  await writeOrganizations(tx, plan);
  await writeAgents(tx, plan);
  const mapped = [...plan.mapped, ...(await addPeople(tx, { plan, demo }))];
  await renamePeople(tx, plan);
  if (mapped.length === 0) return;
  await tx
    .insert(memberships)
    .values(mapped.map(({ personId, mapping }) => ({ id: newId('membership'), personId, ...mapping })))
    .onConflictDoUpdate({
      target: memberships.personId,
      set: {
        organizationId: sql`excluded.organization_id`,
        agentId: sql`excluded.agent_id`,
        role: sql`excluded.role`,
      },
    });
  const changes = mapped.map(({ personId, before, mapping }) => ({ personId, before, after: mapping }));
  await notifyOfAccess(tx, { changes, by });
  await followMappings(tx, { personIds: mapped.map(({ personId }) => personId), now });
}

async function writeOrganizations(tx: Db, plan: Plan): Promise<void> {
  if (plan.organizations.length === 0) return;
  await tx
    .insert(organizations)
    .values(plan.organizations.toSorted(byId))
    .onConflictDoUpdate({ target: organizations.id, set: { name: sql`excluded.name` } });
}

async function writeAgents(tx: Db, plan: Plan): Promise<void> {
  if (plan.released.length > 0) {
    // As rows of VALUES: in a plain list each owner nests one level deeper into the expression, and a few
    // hundred overflow the embedded engine's stack.
    const same = plan.released.map(({ organizationId, id }): SQL => sql`(${organizationId}, ${id})`);
    const isOne = sql`(${agents.organizationId}, ${agents.id}) in (values ${sql.join(same, sql`, `)})`;
    await tx.update(agents).set({ email: null }).where(isOne);
  }
  if (plan.agents.length === 0) return;
  await tx
    .insert(agents)
    .values(plan.agents.toSorted(byOwner))
    .onConflictDoUpdate({
      target: [agents.organizationId, agents.id],
      set: { name: sql`excluded.name`, email: sql`excluded.email` },
    });
}

/** In the order of the file: a demo offers them in that order. */
async function addPeople(tx: Db, { plan, demo }: { plan: Plan; demo: boolean }): Promise<Plan['mapped']> {
  if (plan.added.length === 0) return [];
  const added = plan.added.map((row) => ({ id: newId('person'), row }));
  const written = await tx
    .insert(people)
    .values(
      added.map(({ id, row: { email, name } }, place) => ({
        id,
        email,
        name,
        isDemo: demo,
        createdAt: sql`now() + ${place}::int * interval '1 microsecond'`,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: people.id });
  if (written.length < added.length) throw new Overtaken();
  return added.flatMap(({ id, row: { mapping } }) => (mapping ? [{ personId: id, mapping }] : []));
}

async function renamePeople(tx: Db, { renamed }: Plan): Promise<void> {
  if (renamed.length === 0) return;
  const names = sql.join(
    renamed.map(({ id, name }) => sql`when ${id} then ${name}`),
    sql` `,
  );
  const ids = renamed.map(({ id }) => id);
  await tx
    .update(people)
    .set({ name: sql`case ${people.id} ${names} end` })
    .where(inArray(people.id, ids));
}

type Owner = { organizationId: string; id: string };

function byOwner(one: Owner, other: Owner): number {
  return byId({ id: one.organizationId }, { id: other.organizationId }) || byId(one, other);
}

function byId(one: { id: string }, other: { id: string }): number {
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}
