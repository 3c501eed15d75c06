import 'server-only';
import { log } from '@/lib/core/log';
import { singleton } from '@/lib/core/singleton';
import { CHANNEL, database } from '@/lib/db/handle';
import { type History, keepHistory } from './history';
import { type LiveMessage, toLiveMessage } from './message';

/** Receives every NOTIFY of the desk. */
export type Subscriber = {
  /** @param change what the payload says changed; undefined if it is another one, such as a worker's wake-up */
  onMessage(payload: string, change: LiveMessage | undefined): void;
  /** Messages may have been missed: refetch everything. */
  resync(): void;
  /** The process is about to end. */
  close(): void;
};

/** The one LISTEN of this process, and its subscribers. */
export type Hub = {
  add(subscriber: Subscriber): () => void;
  /** See `History`. */
  since: History['since'];
  /** True once the process is about to end: a stream opened now would never be closed. */
  isClosed(): boolean;
  close(): Promise<void>;
};

/** The hub of this process. The first caller makes it listen. */
export function hub(): Promise<Hub> {
  return singleton('live-hub', openHub);
}

async function openHub(): Promise<Hub> {
  const subscribers = new Set<Subscriber>();
  let closed = false;
  const { listen } = await database();
  const history = keepHistory();
  const stop = await listen(CHANNEL, {
    message: (payload) => {
      // Read once for all: a burst reaches every open page.
      const change = toLiveMessage(payload);
      if (change) history.add(change);
      for (const subscriber of subscribers) subscriber.onMessage(payload, change);
    },
    lost: () => {
      history.forget();
      log().warn('live.resync', { subscribers: subscribers.size });
      for (const subscriber of subscribers) subscriber.resync();
    },
  });
  history.forget();
  return {
    since: history.since,
    add: (subscriber) => {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
    isClosed: () => closed,
    close: async () => {
      closed = true;
      for (const subscriber of subscribers) subscriber.close();
      subscribers.clear();
      await stop();
    },
  };
}
