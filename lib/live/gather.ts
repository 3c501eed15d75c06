import 'server-only';
import type { LiveMessage } from './message';

/** Events arrive in bursts: those within this many milliseconds are sent as one. */
const GATHER_MS = 15;
/** A burst of more ids than this is sent as `resync`, which is just as correct and has a fixed size. */
const GATHER_LIMIT = 200;

/** Refetch everything: some changes are not named individually. */
export const RESYNC = 'event: resync\ndata: {}\n\n';

/**
 * Gathers the messages of one stream and passes them to `send` as one event. `stop` drops what was gathered.
 */
export function gatherInto(send: (event: string) => void): {
  add(message: LiveMessage): void;
  stop(): void;
} {
  const ids = { lead: new Set<string>(), submission: new Set<string>() };
  let timer: NodeJS.Timeout | undefined;

  function flush(): void {
    timer = undefined;
    const isBurst = ids.lead.size + ids.submission.size > GATHER_LIMIT;
    const data = JSON.stringify({ leadIds: [...ids.lead], submissionIds: [...ids.submission] });
    ids.lead.clear();
    ids.submission.clear();
    send(isBurst ? RESYNC : `event: change\ndata: ${data}\n\n`);
  }

  return {
    add: ({ kind, id }) => {
      ids[kind].add(id);
      timer ??= setTimeout(flush, GATHER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
