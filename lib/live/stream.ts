import 'server-only';
import type { Viewer } from '@/lib/auth/viewer';
import { singleton } from '@/lib/singleton';
import { hub } from './hub';
import { type LiveMessage, toLiveMessage } from './message';

/** A browser opens one stream a page; more than this from one person is a mistake or an attack. */
const STREAMS_PER_PERSON = 6;
const HEARTBEAT_MS = 20_000;
/** Events come in bursts: what arrives within this many milliseconds goes out as one. */
const GATHER_MS = 15;
/** Chunks a reader may leave unread before it is let go. */
const UNREAD_LIMIT = 64;
/** What the browser waits before it comes back, in milliseconds. */
const RETRY_MS = 2_000;

const encoder = new TextEncoder();

/** How many streams each person has open in this process. */
const open = () => singleton('live-streams', () => new Map<string, number>());

/** True if this person may open one more stream. */
export function mayStream(personId: string): boolean {
  return (open().get(personId) ?? 0) < STREAMS_PER_PERSON;
}

/**
 * A server-sent event stream of hints for one viewer: `change` with ids of what they may see, `resync` when
 * something may have been missed. Closes when `isStillAllowed` says no (asked at each heartbeat), when the
 * browser goes away or stops reading, and when the process ends.
 */
export async function openStream({
  viewer,
  signal,
  isStillAllowed,
}: {
  viewer: Viewer;
  signal: AbortSignal;
  isStillAllowed: () => Promise<boolean>;
}): Promise<ReadableStream<Uint8Array>> {
  const live = await hub();
  let end: () => void = () => {};
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        end = attach({ controller, live, viewer, isStillAllowed });
        signal.addEventListener('abort', end, { once: true });
      },
      cancel: () => end(),
    },
    new CountQueuingStrategy({ highWaterMark: UNREAD_LIMIT }),
  );
}

function attach({
  controller,
  live,
  viewer,
  isStillAllowed,
}: {
  controller: ReadableStreamDefaultController<Uint8Array>;
  live: Awaited<ReturnType<typeof hub>>;
  viewer: Viewer;
  isStillAllowed: () => Promise<boolean>;
}): () => void {
  const gathered = { leadIds: new Set<string>(), submissionIds: new Set<string>() };
  let gathering: NodeJS.Timeout | undefined;
  let ended = false;
  count(viewer.personId, 1);

  function end(): void {
    if (ended) return;
    ended = true;
    clearInterval(heartbeat);
    clearTimeout(gathering);
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

  function flush(): void {
    gathering = undefined;
    const data = { leadIds: [...gathered.leadIds], submissionIds: [...gathered.submissionIds] };
    gathered.leadIds.clear();
    gathered.submissionIds.clear();
    send(`event: change\ndata: ${JSON.stringify(data)}\n\n`);
  }

  const leave = live.add({
    hear: (payload) => {
      const message = toLiveMessage(payload);
      if (!message || !concerns(message, viewer)) return;
      (message.kind === 'lead' ? gathered.leadIds : gathered.submissionIds).add(message.id);
      gathering ??= setTimeout(flush, GATHER_MS);
    },
    resync: () => send('event: resync\ndata: {}\n\n'),
    close: end,
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
  send(`retry: ${RETRY_MS}\nevent: resync\ndata: {}\n\n`);
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
