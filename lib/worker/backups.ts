import 'server-only';
import { rm } from 'node:fs/promises';
import type { Log } from '@/lib/core/log';
import { inBackground } from '@/lib/db/connection-queue';
import { reasonOf } from '@/lib/db/reason';
import { BackupError } from '@/lib/maintenance/archive';
import {
  backupName,
  lastDailyBackup,
  listRequests,
  removeOldBackups,
  requestFile,
  writeBackup,
} from '@/lib/maintenance/backup';

const DAY_MS = 24 * 3_600_000;
/** The first moments after a start belong to people; a process that is restarted again and again makes none. */
const AFTER_START_MS = 10 * 60_000;
const AFTER_FAILURE_MS = 3_600_000;
const LOOK_MS = 1_000;

type BackupsInput = {
  dataDir: string;
  copyFiles: (to: string) => Promise<void>;
  /** How many daily ones stay; 0: none are made. */
  kept: number;
  log: Log;
};

/**
 * Makes the daily backups of the embedded database, and those that `npm run backup` requests. No job: what is due is seen in
 * the folder, also after a restore.
 *
 * @returns stops it, and what it has begun
 */
export function startBackups(task: BackupsInput): () => Promise<void> {
  const stopped = new AbortController();
  let dailyAt = Date.now() + AFTER_START_MS;
  let running = Promise.resolve();
  let isBusy = false;

  async function look(): Promise<void> {
    for (const name of await listRequests(task.dataDir)) {
      await make(name);
      await rm(requestFile(task.dataDir, name), { force: true });
    }
    if (task.kept === 0 || Date.now() < dailyAt) return;
    dailyAt = await nextDaily(task.dataDir);
    if (Date.now() < dailyAt) return;
    const isMade = await make(backupName(new Date(), { isDaily: true }));
    dailyAt = Date.now() + (isMade ? DAY_MS : AFTER_FAILURE_MS);
    if (isMade) await removeOldBackups(task.dataDir, task);
  }

  async function make(name: string): Promise<boolean> {
    const began = Date.now();
    try {
      await writeBackup(task.dataDir, { ...task, name, signal: stopped.signal });
      task.log.info('backup.made', { name, ms: Date.now() - began });
      return true;
    } catch (error) {
      const because = error instanceof BackupError ? error.message : reasonOf(error);
      const reason = stopped.signal.aborted ? 'Partner Desk stopped' : because;
      task.log.error('backup.failed', { name, reason });
      return false;
    }
  }

  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    running = inBackground(look)
      .catch((error: unknown) => task.log.error('backup.failed', { reason: reasonOf(error) }))
      .finally(() => {
        isBusy = false;
      });
  }, LOOK_MS);
  return async () => {
    clearInterval(timer);
    stopped.abort();
    await running;
  };
}

/** A day after the last one; of a clock that was ahead then, a day from now. */
async function nextDaily(dataDir: string): Promise<number> {
  const last = await lastDailyBackup(dataDir);
  return last ? Math.min(last.getTime(), Date.now()) + DAY_MS : Date.now();
}
