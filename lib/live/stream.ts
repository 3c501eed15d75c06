import 'server-only';
import type { Viewer } from '@/lib/auth/viewer';
import { singleton } from '@/lib/core/singleton';
import { gatherInto, RESYNC } from './gather';
import { hub } from './hub';
import { type LiveMessage, toLiveMessage } from './message';

/** A browser opens one stream a page; more than this from one person is a mistake or an attack. */
const STREAMS_PER_PERSON = 6;
const HEARTBEAT_MS = 20_000;
/** Bytes a reader may leave unread, beside what its connection holds, before it is let go. */
const UNREAD_LIMIT = 64 * 1024;
/** What the browser waits before it comes back, in milliseconds. */
const RETRY_MS = 2_000;
/** After the end of a process: its browsers come back over this many milliseconds, not all at once. */
const RETRY_SPREAD_MS = 4_000;

const encoder = new TextEncoder();

/** How many streams each person has open in this process. */
const open = () => singleton('live-streams', () => new Map<string, number>());

/** True if this person may open one more stream. */
export function mayStream(personId: string): boolean {
  return (open().get(personId) ?? 0) < STREAMS_PER_PERSON;
}

type Streaming = { viewer: Viewer; isStillAllowed: () => Promise<boolean>; chance: () => number };

/**
 * A server-sent event stream of hints for one viewer: `change` with ids of what they may see, `resync` when
 * something may have been missed. Closes when `isStillAllowed` says no (asked at each heartbeat), when the
 * browser goes away or stops reading, and, with a `retry:`, when the process ends. `chance` gives 0 to 1.
 * Undefined if the process is about to end, for nobody would close the stream, or if the browser has gone already:
 * an abort that came before is told to nobody who begins to listen now, and the stream would count until the end.
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
  isStillAllowed,
  chance,
}: Streaming & {
  controller: ReadableStreamDefaultController<Uint8Array>;
  live: Awaited<ReturnType<typeof hub>>;
}): () => void {
  const gathered = gatherInto(send);
  let ended = false;
  count(viewer.personId, 1);

  function end(): void {
    if (ended) return;
    ended = true;
    clearInterval(heartbeat);
    gathered.stop();
    leave();
    count(viewer.personId, -1);
    try {
      controller.close();
    } catch {
      // The browser went away first: its stream is closed already, and closing it again is an error.
    }
  }

  function send(chunk: string): void {
    if (ended) return;
    if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(chunk));
    else end();
  }

  const leave = live.add({
    onMessage: (payload) => {
      const message = toLiveMessage(payload);
      if (message && concerns(message, viewer)) gathered.add(message);
    },
    resync: () => send(RESYNC),
    close: () => {
      send(`retry: ${RETRY_MS + Math.round(chance() * RETRY_SPREAD_MS)}\n\n`);
      end();
    },
  });
  const heartbeat = setInterval(() => {
    send(': still here\n\n');
    isStillAllowed().then(
      (allowed) => allowed || end(),
      // The database does not answer: the stream is a hint only, let the browser come back later.
      end,
    );
  }, HEARTBEAT_MS);
  // `resync` first: what changed between drawing the page and opening the stream must not be missed.
  send(`retry: ${RETRY_MS}\n${RESYNC}`);
  return end;
}

function count(personId: string, step: 1 | -1): void {
  const now = (open().get(personId) ?? 0) + step;
  if (now > 0) open().set(personId, now);
  else open().delete(personId);
}

function concerns(message: LiveMessage, { membership }: Viewer): boolean {
  if (message.organizationId !== membership.organizationId) return false;
  return membership.role === 'manager' || message.agentId === membership.agentId;
}
