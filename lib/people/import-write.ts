import 'server-only';
import { and, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { newId } from '@/lib/core/ids';
import type { Db } from '@/lib/db/handle';
import { agents, memberships, organizations, people } from '@/lib/db/schema/people';
import { followMappings } from '@/lib/submissions/blocked';
import { notifyOfAccess } from '@/lib/timeline/notify';
import { inChunks } from './chunks';
import type { Plan } from './import-plan';

/** A person signed in for the first time between reading and writing: read again. */
class Overtaken extends Error {}

/** True if the import has to be retried from the start. */
export function isSuperseded(error: unknown): boolean {
  const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01';
  return error instanceof Overtaken || isDeadlock;
}

/**
 * Writes a plan, a thousand rows at a time; owners in the same order as lead reads write them, to avoid
 * deadlocks.
 */
export async function writePlan(
  tx: Db,
  { plan, demo, by, now }: { plan: Plan; demo: boolean; by: string | undefined; now: Date },
): Promise<void> {
  await writeOrganizations(tx, plan);
  await writeAgents(tx, plan);
  const mapped = [...plan.mapped, ...(await addPeople(tx, { plan, demo }))];
  await renamePeople(tx, plan);
  for (const some of inChunks(mapped)) {
    const personIds = some.map(({ personId }) => personId);
    await tx
      .insert(memberships)
      .values(some.map(({ personId, mapping }) => ({ id: newId('membership'), personId, ...mapping })))
      .onConflictDoUpdate({
        target: memberships.personId,
        set: {
          organizationId: sql`excluded.organization_id`,
          agentId: sql`excluded.agent_id`,
          role: sql`excluded.role`,
        },
      });
    const changes = some.map(({ personId, before, mapping }) => ({ personId, before, after: mapping }));
    await notifyOfAccess(tx, { changes, by });
    await followMappings(tx, { personIds, now });
  }
}

async function writeOrganizations(tx: Db, plan: Plan): Promise<void> {
  for (const some of inChunks(plan.organizations.toSorted(byId))) {
    await tx
      .insert(organizations)
      .values(some)
      .onConflictDoUpdate({ target: organizations.id, set: { name: sql`excluded.name` } });
  }
}

async function writeAgents(tx: Db, plan: Plan): Promise<void> {
  const sorted = plan.agents.toSorted((one, other) =>
    one.organizationId === other.organizationId
      ? byId(one, other)
      : byId({ id: one.organizationId }, { id: other.organizationId }),
  );
  for (const some of inChunks(sorted)) {
    // Cleared first, then written: two agents may have swapped addresses. As rows of VALUES: in a plain list
    // each owner nests one level deeper into the expression, and a few hundred overflow the embedded engine's
    // stack.
    const same = some.map(({ organizationId, id }): SQL => sql`(${organizationId}, ${id})`);
    const isOne = sql`(${agents.organizationId}, ${agents.id}) in (values ${sql.join(same, sql`, `)})`;
    await tx
      .update(agents)
      .set({ email: null })
      .where(and(isOne, isNotNull(agents.email)));
  }
  for (const some of inChunks(sorted)) {
    await tx
      .insert(agents)
      .values(some)
      .onConflictDoUpdate({
        target: [agents.organizationId, agents.id],
        set: { name: sql`excluded.name`, email: sql`excluded.email` },
      });
  }
}

/** In the order of the file: a demo offers them in that order. */
async function addPeople(tx: Db, { plan, demo }: { plan: Plan; demo: boolean }): Promise<Plan['mapped']> {
  const added = plan.added.map((row, place) => ({ ...row, id: newId('person'), place }));
  for (const some of inChunks(added)) {
    const written = await tx
      .insert(people)
      .values(
        some.map(({ id, email, name, place }) => ({
          id,
          email,
          name,
          isDemo: demo,
          createdAt: sql`now() + ${place}::int * interval '1 microsecond'`,
        })),
      )
      .onConflictDoNothing()
      .returning({ id: people.id });
    if (written.length < some.length) throw new Overtaken();
  }
  return added.flatMap(({ id, mapping }) => (mapping ? [{ personId: id, mapping }] : []));
}

async function renamePeople(tx: Db, { renamed }: Plan): Promise<void> {
  for (const some of inChunks(renamed)) {
    const names = sql.join(
      some.map(({ id, name }) => sql`when ${id} then ${name}`),
      sql` `,
    );
    const ids = some.map(({ id }) => id);
    await tx
      .update(people)
      .set({ name: sql`case ${people.id} ${names} end` })
      .where(inArray(people.id, ids));
  }
}

function byId(one: { id: string }, other: { id: string }): number {
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}
