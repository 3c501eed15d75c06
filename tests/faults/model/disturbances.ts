import { setTimeout as pause } from 'node:timers/promises';
import type { Faults } from '@/sandbox/controls';
import type { DeskProcess } from '../../support/desk/desk-process';
import type { TcpProxy } from '../../support/desk/tcp-proxy';
import { count } from './journal';
import type { CommandOf } from './plan';
import type { Run } from './run';

type ProcessCommand = CommandOf<'kill'> | CommandOf<'freeze'> | CommandOf<'restart'>;

/** How long a disturbance has effects after it ended: what waited arrives in a burst. */
const AFTERMATH_MS = 750;
/** A start may fail from a running disturbance; a supervisor then starts the process again. */
const MAX_STARTS = 5;
const MAX_STORY_LENGTH = 500;

/** Turns faults of the service on, and off again after a while. */
export async function turnFaults(
  { desk }: Run,
  { forMs, on, off }: { forMs: number; on: Partial<Faults>; off: Partial<Faults> },
): Promise<void> {
  await desk.vendor.setFaults(on);
  await pause(forMs);
  await desk.vendor.setFaults(off);
}

/** Affects the next creates, this many. */
export function arm({ desk }: Run, fault: Partial<Faults>): Promise<unknown> {
  return desk.vendor.setFaults(fault);
}

/** Holds deliveries back for a while, then sends them late or loses them. */
export async function holdDeliveries(
  run: Run,
  { forMs, afterwards }: CommandOf<'hold-deliveries'>,
): Promise<void> {
  const { vendor } = run.desk;
  await turnFaults(run, { forMs, on: { holdDeliveries: true }, off: { holdDeliveries: false } });
  if (afterwards === 'release') await vendor.releaseDeliveries();
  else await vendor.dropDeliveries();
}

export async function limitCalls({ desk }: Run, { forMs, perSecond }: CommandOf<'limit'>): Promise<void> {
  await desk.vendor.setSettings({ requestsPerSecond: perSecond });
  await pause(forMs);
  await desk.vendor.setSettings({ requestsPerSecond: 0 });
}

/** Degrades one of the connections between the parts for a while. */
export async function spoil(
  way: TcpProxy | undefined,
  how: 'refuse' | 'freeze',
  forMs: number,
): Promise<void> {
  way?.[how]();
  await pause(forMs);
  way?.heal();
}

/** Holds a table for a while: it can be read, and every write to it waits. */
export async function lockTable({ desk }: Run, { table, forMs }: CommandOf<'lock-table'>): Promise<void> {
  const client = await desk.sql?.connect();
  try {
    await client?.query('begin');
    await client?.query(`lock table ${table} in exclusive mode`);
    await pause(forMs);
    await client?.query('rollback');
  } finally {
    client?.release();
  }
}

/** Takes a process away for a while: killed, frozen, or restarted cleanly. */
export async function takeAway(run: Run, command: ProcessCommand): Promise<void> {
  const { kind, which, index, forMs } = command;
  const process = (which === 'web' ? run.desk.webs : run.desk.workers)[index];
  // The previous one may still be starting, depending on the machine.
  if (!process || run.away.has(which)) return count(run.journal, `${kind}: left out`);
  run.away.add(which);
  try {
    await TAKE_AWAY[kind](process, forMs);
    if (kind !== 'freeze') await startAgain(run, process);
    count(run.journal, `${kind} ${which}`);
  } finally {
    run.away.delete(which);
  }
}

const TAKE_AWAY: Record<ProcessCommand['kind'], (process: DeskProcess, forMs: number) => Promise<void>> = {
  async kill(process, forMs) {
    await process.kill();
    await pause(forMs);
  },
  async freeze(process, forMs) {
    process.freeze();
    await pause(forMs);
    process.thaw();
  },
  async restart(process, forMs) {
    await process.stop();
    await pause(forMs);
  },
};

async function startAgain({ journal }: Run, process: DeskProcess): Promise<void> {
  for (let start = 1; ; start += 1) {
    try {
      return await process.start();
    } catch (cause) {
      // A supervisor would restart one that ended; one that neither ends nor gets ready hangs for ever.
      const story = String(cause);
      if (/is not ready/.test(story)) journal.stuck.push(story.slice(0, MAX_STORY_LENGTH));
      if (start === MAX_STARTS) throw cause;
    }
  }
}

/** Runs a disturbance that distorts the measured pace of calls, and records its time span. */
export async function blurring({ journal }: Run, disturb: () => Promise<unknown>): Promise<void> {
  const span = { from: Date.now() - AFTERMATH_MS, to: Number.POSITIVE_INFINITY };
  journal.blurred.push(span);
  await disturb();
  span.to = Date.now() + AFTERMATH_MS;
}
