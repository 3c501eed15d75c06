import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const HOLDER = ['--conditions=react-server', '--import', 'tsx', 'tests/faults/folder/holder.ts'];
/** A separate process-id namespace, as a container has: the process in it has the id 1. */
const ALONE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const canBeAlone = spawnSync('unshare', [...ALONE.slice(1), 'true']).status === 0;

/** Starts a process that claims the folder; resolves with its first output and how long that took. */
async function open({ alone = false, inside = folder } = {}) {
  const [command = '', ...args] = [...(alone ? ALONE : []), process.execPath, ...HOLDER, inside];
  const began = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const signal = (name: NodeJS.Signals) => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, name);
    }
  };
  onTestFinished(() => signal('SIGKILL'));
  let complained = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complained += text));
  const ended = once(child, 'close');
  const [said] = await once(createInterface(child.stdout), 'line');
  return {
    said: String(said),
    ms: performance.now() - began,
    complained: () => complained,
    signal,
    ended,
    kill: async () => {
      signal('SIGKILL');
      await ended;
    },
  };
}

const IN_USE = /is in use by another Partner Desk/;
/** Until the lock of an owner that was killed is stale, on a busy machine. */
const SOON_MS = 25_000;

describe('the folder of the embedded database', () => {
  it('is refused to a process outside, and in a container that cannot see the first one', async () => {
    const first = await open({ alone: canBeAlone });
    expect(first.said).toBe('held');
    const others = await Promise.all([open({ alone: canBeAlone }), open()]);
    for (const { said } of others) expect(said).toMatch(IN_USE);
  });

  it('goes to one of several processes started in parallel soon after a crash', async () => {
    const first = await open();
    await first.kill();
    const all = await Promise.all(
      [1, 2, 3, 4].map((place) => open({ alone: canBeAlone && place % 2 === 0 })),
    );
    expect(all.filter(({ said }) => IN_USE.test(said))).toHaveLength(3);
    const [held] = all.filter(({ said }) => said === 'held');
    expect(held?.ms).toBeLessThan(SOON_MS);
  });

  it('is left immediately by an owner that was frozen, resumes and finds another owner', async () => {
    const first = await open();
    first.signal('SIGSTOP');
    const second = await open();
    expect(second.said).toBe('held');
    first.signal('SIGCONT');
    expect(await first.ended).toEqual([1, null]);
    expect(first.complained()).toContain('is now used by another Partner Desk. This one is stopping.');
    expect((await open()).said, 'and stays the other’s').toMatch(IN_USE);
  });

  it('starts from a restored backup that holds the lock of a running desk', async () => {
    const first = await open();
    const copy = join(folder, 'restored');
    for (const name of ['desk.lock', 'desk.owner'])
      cpSync(join(folder, name), join(copy, name), { recursive: true });
    const second = await open({ inside: copy });
    expect([first.said, second.said]).toEqual(['held', 'held']);
  });
});
