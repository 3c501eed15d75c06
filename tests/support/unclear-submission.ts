import 'server-only';
import type { Viewer } from '@/lib/auth/viewer';
import type { Database } from '@/lib/db/handle';
import { fullSyncs } from '@/lib/db/schema/connection';
import type { Answers } from '@/lib/forms/field';
import { applyLead } from '@/lib/leads/apply';
import { startRead } from '@/lib/leads/read-start';
import type { TestPortal } from './portal';
import { queueSubmission } from './submissions';

const MINUTE_MS = 60_000;

type Place = { database: Database; portal: TestPortal; viewer: Viewer };

/** Submissions with an unclear outcome, and a clock for the time in which they are looked for. */
export function unclearSubmissions(place: () => Place) {
  const remoteLeads = () => place().portal.vendor<{ id: string }[]>('GET', '/leads');

  /** A submission whose create was stored or not, and whose answer was lost. */
  async function unclear({
    stored,
    answers,
    marker,
  }: {
    stored: boolean;
    answers?: Answers;
    marker?: string;
  }) {
    const submission = await queueSubmission({ ...place(), answers });
    await place().portal.vendor('PUT', '/faults', stored ? { dropAfterStore: 1 } : { dropBeforeStore: 1 });
    await submission.send({ marker });
    const row = await submission.row();
    if (row?.state !== 'confirming' || !row.attemptedAt) throw new Error(`it is ${row?.state}, not unclear`);
    const sent = row.attemptedAt.getTime();
    return { ...submission, later: (minutes: number) => new Date(sent + minutes * MINUTE_MS) };
  }

  /** What a webhook or a full sync does: the mirror holds what the service holds. */
  async function mirrorAll() {
    const { database, portal } = place();
    for (const { id } of await remoteLeads()) {
      const lead = await portal.service.readLead(id);
      if (!lead) throw new Error('the lead is not there');
      await applyLead(database.db, {
        lead,
        readStart: await startRead(database.db, new Date()),
        labelOf: (field) => ({ label: field }),
      });
    }
  }

  /** A complete read of the list that began then, and found no more than the mirror holds. */
  const addFullSync = (startedAt: Date, state: 'complete' | 'incomplete' | 'stopped' = 'complete') =>
    place()
      .database.db.insert(fullSyncs)
      .values({ id: `full sync ${startedAt.toISOString()} ${Math.random()}`, startedAt, state });

  /** Three lookups, each after a complete full sync; returns what the last one did. */
  async function lookThrice(
    { confirm, later }: Pick<Awaited<ReturnType<typeof unclear>>, 'confirm' | 'later'>,
    { marker }: { marker?: string } = {},
  ) {
    for (const minutes of [0.6, 3.5]) {
      await addFullSync(later(minutes));
      await confirm({ at: later(minutes), marker });
    }
    await addFullSync(later(10.5));
    return confirm({ at: later(10.5), marker });
  }

  return { unclear, remoteLeads, mirrorAll, addFullSync, lookThrice, MINUTE_MS };
}
