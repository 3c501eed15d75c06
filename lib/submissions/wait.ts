import 'server-only';
import type { Db } from '@/lib/db/handle';
import { hub } from '@/lib/live/hub';
import { readState } from './queries';

/**
 * How long a person waits for the service before the page says "saved, being sent", in milliseconds. With the
 * second that reading the schema may take, a submit is answered within three seconds.
 */
const TIMEOUT_MS = 2_000;

/** Waits until a submission is no longer on its way, or two seconds. In any case it is safely stored. */
export async function waitForOutcome(db: Db, submissionId: string): Promise<void> {
  const live = await hub();
  let check: () => void = () => {};
  const leave = live.add({
    onMessage: (_, change) => {
      if (change?.id === submissionId) check();
    },
    resync: () => check(),
    close: () => check(),
  });
  try {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, TIMEOUT_MS);
      const done = () => {
        clearTimeout(timer);
        resolve();
      };
      // A failed read says nothing about the submission: the page will show its actual state.
      check = () => void readState(db, submissionId).then((state) => isUnderWay(state) || done(), done);
      check();
    });
  } finally {
    leave();
  }
}

function isUnderWay(state: string | undefined): boolean {
  return state === 'queued' || state === 'sending';
}
