import 'server-only';
import { and, eq, isNotNull, isNull, ne, type SQL } from 'drizzle-orm';
import type { AuditDetail } from '@/lib/audit/details';
import { type Actor, type AuditEvent, writeAudit } from '@/lib/audit/write-audit';
import { listTimeZones } from '@/lib/core/zone-time';
import type { Db } from '@/lib/db/handle';
import { people } from '@/lib/db/schema/people';
import type { Locale } from '@/lib/i18n/locales';
import { endSessions } from '@/lib/sessions/sessions';
import { endViews } from '@/lib/sessions/views';

/** The result. `late`: it was already so, or has changed by then. `unknown`: no such person. */
export type Changed = 'done' | 'late' | 'unknown';

type PersonInput = { by: Actor; personId: string; now: Date };

/** Renames a person, if they still have the name the admin saw. */
export function renamePerson(
  db: Db,
  { seenName, name, ...task }: PersonInput & { seenName: string; name: string },
): Promise<Changed> {
  const isDue = and(eq(people.name, seenName), ne(people.name, name));
  const detail = { nameBefore: seenName, name };
  return changePerson(db, { ...task, event: 'people.renamed', set: { name }, isDue, detail });
}

/** The name of a person; undefined if there is no such person. */
export async function findPersonName(db: Db, personId: string): Promise<string | undefined> {
  const [person] = await db.select({ name: people.name }).from(people).where(eq(people.id, personId));
  return person?.name;
}

/** Stores the language a person chose for themselves. */
export async function setPersonLocale(
  db: Db,
  { personId, locale }: { personId: string; locale: Locale },
): Promise<void> {
  await db.update(people).set({ locale }).where(eq(people.id, personId));
}

/** Stores the time zone a person chose for themselves; null follows their device. False if it is none. */
export async function setPersonTimeZone(
  db: Db,
  { personId, timeZone }: { personId: string; timeZone: string | null },
): Promise<boolean> {
  if (timeZone !== null && !listTimeZones().includes(timeZone)) return false;
  await db.update(people).set({ chosenTimeZone: timeZone }).where(eq(people.id, personId));
  return true;
}

/** Switches a person's single-key shortcuts on or off. */
export async function setShortcuts(
  db: Db,
  { personId, shortcuts }: { personId: string; shortcuts: boolean },
): Promise<void> {
  await db.update(people).set({ shortcuts }).where(eq(people.id, personId));
}

/** Disables a person from their next request on: ends their sessions and blocks sign-ins. */
export function disablePerson(db: Db, task: PersonInput): Promise<Changed> {
  return db.transaction(async (tx) => {
    const set = { disabledAt: task.now };
    const isDue = isNull(people.disabledAt);
    const changed = await changePerson(tx, { ...task, event: 'people.disabled', set, isDue });
    if (changed !== 'done') return changed;
    await endViews(tx, { of: { eitherId: task.personId }, how: 'access', now: task.now });
    await endSessions(tx, task);
    return changed;
  });
}

/** Lets a person sign in again, with their previous mapping. */
export function enablePerson(db: Db, task: PersonInput): Promise<Changed> {
  const isDue = isNotNull(people.disabledAt);
  return changePerson(db, { ...task, event: 'people.enabled', set: { disabledAt: null }, isDue });
}

/**
 * Resets which company account proved the address first, so that another one with that address may sign in.
 */
export function resetIdentity(db: Db, task: PersonInput): Promise<Changed> {
  const isDue = isNotNull(people.oidcSubject);
  return changePerson(db, { ...task, event: 'people.identity-reset', set: { oidcSubject: null }, isDue });
}

/** Signs a person out everywhere, from their next request on. */
export async function endPersonSessions(db: Db, { by, personId, now }: PersonInput): Promise<Changed> {
  return db.transaction(async (tx) => {
    const [person] = await tx.select({ email: people.email }).from(people).where(eq(people.id, personId));
    if (!person) return 'unknown';
    const ended = await endSessions(tx, { personId });
    if (ended === 0) return 'late';
    const detail = { sessions: ended };
    await writeAudit(tx, { by, event: 'people.sessions-ended', subject: person.email, detail, at: now });
    return 'done';
  });
}

async function changePerson(
  db: Db,
  {
    by,
    personId,
    now,
    event,
    set,
    isDue,
    detail,
  }: PersonInput & {
    event: AuditEvent;
    set: Partial<typeof people.$inferInsert>;
    isDue: SQL | undefined;
    detail?: AuditDetail;
  },
): Promise<Changed> {
  return db.transaction(async (tx) => {
    const [changed] = await tx
      .update(people)
      .set(set)
      .where(and(eq(people.id, personId), isDue))
      .returning({ email: people.email });
    if (!changed) return (await tx.$count(people, eq(people.id, personId))) > 0 ? 'late' : 'unknown';
    await writeAudit(tx, { by, event, subject: changed.email, detail, at: now });
    return 'done';
  });
}
