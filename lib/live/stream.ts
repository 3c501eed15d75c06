import 'server-only';
import type { Viewer } from '@/lib/auth/viewer';
import { metrics } from '@/lib/core/metrics';
import { singleton } from '@/lib/core/singleton';
import { hub } from './hub';
import type { LiveMessage } from './message';

/** A browser opens one stream per page; more than this from one person is a mistake or an attack. */
const STREAMS_PER_PERSON = 6;
const HEARTBEAT_MS = 20_000;
/** Bytes a reader may leave unread, beyond what its connection buffers, before it is disconnected. */
const UNREAD_LIMIT = 64 * 1024;
/** How long the browser waits before it reconnects, in milliseconds. */
const RETRY_MS = 2_000;
/** After a process ends, its browsers reconnect spread over this many milliseconds. */
const RETRY_SPREAD_MS = 4_000;

const encoder = new TextEncoder();

/** How many streams each person has open in this process. */
const open = () => singleton('live-streams', () => new Map<string, number>());

/** True if this person may open one more stream. An admin who sees the desk as somebody takes none of their streams. */
export function mayStream(viewer: Viewer): boolean {
  return (open().get(listenerOf(viewer)) ?? 0) < STREAMS_PER_PERSON;
}

const listenerOf = ({ personId, viewedBy }: Viewer) => viewedBy ?? personId;

type Streaming = {
  viewer: Viewer;
  /** Since when changes are new to the page, on this process's clock (`readStreamPosition`); undefined if unknown. */
  since: number | undefined;
  isStillAllowed: () => Promise<boolean>;
  random: () => number;
};

/**
 * A server-sent event stream of hints for one viewer: `change` with ids of what they may see, `resync` when
 * something may have been missed. It begins with what changed since the page was read, and with `resync` only if
 * that is unknown. Closes when `isStillAllowed` returns no (checked at each heartbeat), when
 * the browser disconnects or stops reading, and, with a `retry:`, when the process ends. `random` returns 0
 * to 1. Undefined if the process is about to end, since the stream would never be closed, or if the browser
 * has disconnected already: a listener added now would miss the earlier abort, and the stream would count
 * until the end.
 */
export async function openStream({
  signal,
  ...streaming
}: Streaming & { signal: AbortSignal }): Promise<ReadableStream<Uint8Array> | undefined> {
  const live = await hub();
  if (live.isClosed() || signal.aborted) return undefined;
  let end: () => void = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        end = attach({ controller, live, ...streaming });
        signal.addEventListener('abort', end, { once: true });
      },
      cancel: () => end(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: UNREAD_LIMIT }),
  );
}

function attach({
  controller,
  live,
  viewer,
  since,
  isStillAllowed,
  random,
}: Streaming & {
  controller: ReadableStreamDefaultController<Uint8Array>;
  live: Awaited<ReturnType<typeof hub>>;
}): () => void {
  const gathered = gatherInto(send);
  let ended = false;
  count(listenerOf(viewer), 1);

  function end(): void {
    if (ended) return;
    ended = true;
    clearInterval(heartbeat);
    gathered.stop();
    leave();
    count(listenerOf(viewer), -1);
    try {
      controller.close();
    } catch {
      // The browser disconnected first: its stream is closed already, and closing it again is an error.
    }
  }

  function send(chunk: string): void {
    if (ended) return;
    if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(chunk));
    else end();
  }

  const leave = live.add({
    onMessage: (_, change) => {
      if (change && concerns(change, viewer)) gathered.add(change);
    },
    resync: () => send(RESYNC),
    close: () => {
      send(`retry: ${RETRY_MS + Math.round(random() * RETRY_SPREAD_MS)}\n\n`);
      end();
    },
  });
  const heartbeat = setInterval(() => {
    send(': still here\n\n');
    isStillAllowed().then(
      (allowed) => allowed || end(),
      // The database does not answer: the stream is only a hint, so let the browser reconnect later.
      end,
    );
  }, HEARTBEAT_MS);
  // What changed between reading the page and opening the stream must not be missed.
  const missed = since === undefined ? undefined : live.since(since);
  send(`retry: ${RETRY_MS}\n${missed ? '\n' : RESYNC}`);
  for (const message of missed ?? []) if (concerns(message, viewer)) gathered.add(message);
  return end;
}

function count(personId: string, step: 1 | -1): void {
  metrics().openStreams.inc(step);
  const now = (open().get(personId) ?? 0) + step;
  if (now > 0) open().set(personId, now);
  else open().delete(personId);
}

function concerns(message: LiveMessage, { membership }: Viewer): boolean {
  if (message.organizationId !== membership.organizationId) return false;
  return membership.role === 'manager' || message.agentId === membership.agentId;
}

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
