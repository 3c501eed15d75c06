import { and, count, desc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { submissions } from '@/lib/db/schema/submissions';
import { timeline } from '@/lib/db/schema/timeline';
import type { Agent } from '../../support/desk/agent';
import type { Desk } from '../../support/desk/desk';
import type { DeskProcess } from '../../support/desk/desk-process';
import { checkInvariants } from '../../support/desk/invariants';
import { untilQuiet } from '../../support/desk/quiet';
import { readRow, tablesOf } from './clock';
import { onlyLead, truthOf, untilStored } from './truth';

/**
 * Submits, and freezes the sending worker with the answer unread, while the other worker keeps running.
 * Nothing here waits longer than necessary: a call may take ten seconds, which also elapse while a process is frozen.
 */
export async function freezeWithResponse(desk: Desk, { maya, lastName }: { maya: Agent; lastName: string }) {
  const [frozen, other] = desk.workers as [DeskProcess, DeskProcess];
  await untilQuiet(desk);
  other.freeze();
  desk.serviceProxy.holdResponses();
  const submitted = maya.submit(lastName);
  await untilStored(desk, lastName);
  frozen.freeze();
  desk.serviceProxy.heal();
  other.thaw();
  const [row] = await tablesOf(desk)
    .select({ id: submissions.id })
    .from(submissions)
    .orderBy(desc(submissions.createdAt))
    .limit(1);
  return { id: row?.id ?? '', frozen, submitted };
}

/** The lives of processes, `worker-0.1`, that logged this event of this submission. */
export function livesThatSaid(desk: Desk, { event, id }: { event: string; id: string }): string[] {
  const isIt = ({ msg, fields }: ReturnType<Desk['logs']>[number]) =>
    msg === event && (fields.submissionId === id || fields.key === id);
  return desk.logs().flatMap((line) => (isIt(line) ? [line.process] : []));
}

/** Checks: sent once, one lead, and accepted once. */
export async function expectOnce(
  desk: Desk,
  { lastName, ...found }: { lastName: string; id: string; leadId: string | undefined },
): Promise<void> {
  const { id, leadId } = found;
  await untilQuiet(desk);
  expect(await readRow(desk, id)).toMatchObject({ state: 'accepted', attempts: 1, leadId });
  expect(await truthOf(desk, lastName)).toEqual({ answers: [201], ...onlyLead(found) });
  const [counted] = await tablesOf(desk)
    .select({ count: count() })
    .from(timeline)
    .where(and(eq(timeline.submissionId, id), eq(timeline.kind, 'accepted')));
  expect(counted, 'its history says so once').toEqual({ count: 1 });
  await checkInvariants(desk);
}
