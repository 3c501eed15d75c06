import 'server-only';
import { log } from '@/lib/core/log';
import { singleton } from '@/lib/core/singleton';
import { CHANNEL, database } from '@/lib/db/handle';

/** Hears every NOTIFY of the desk. */
export type Ear = {
  hear(payload: string): void;
  /** Messages may have been missed: re-read everything. */
  resync(): void;
  /** The process is about to end. */
  close(): void;
};

/** The one LISTEN of this process and everybody who hears it. */
export type Hub = {
  add(ear: Ear): () => void;
  /** True once the process is about to end: a stream that begins now would never be told to close. */
  isClosed(): boolean;
  close(): Promise<void>;
};

/** The hub of this process. The first caller makes it listen. */
export function hub(): Promise<Hub> {
  return singleton('live-hub', openHub);
}

async function openHub(): Promise<Hub> {
  const ears = new Set<Ear>();
  let closed = false;
  const { listen } = await database();
  const stop = await listen(CHANNEL, {
    message: (payload) => {
      for (const ear of ears) ear.hear(payload);
    },
    lost: () => {
      log().warn('live.resync', { ears: ears.size });
      for (const ear of ears) ear.resync();
    },
  });
  return {
    add: (ear) => {
      ears.add(ear);
      return () => ears.delete(ear);
    },
    isClosed: () => closed,
    close: async () => {
      closed = true;
      for (const ear of ears) ear.close();
      ears.clear();
      await stop();
    },
  };
}
