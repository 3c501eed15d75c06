import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
/** The lock's watch period and what follows it, on a busy machine. */
const SOON_MS = 12_000;

describe('the folder of the embedded database', () => {
  it.runIf(canBeAlone)(
    'is refused between containers that cannot see each other, both with the id 1',
    async () => {
      const first = await open({ alone: true });
      expect(first.said).toBe('held');
      expect((await open({ alone: true })).said).toMatch(IN_USE);
      expect((await open()).said, 'and from outside').toMatch(IN_USE);
    },
  );

  it.runIf(canBeAlone)('is claimed soon after a container was killed', async () => {
    const first = await open({ alone: true });
    await first.kill();
    const second = await open({ alone: true });
    expect(second.said).toBe('held');
    expect(second.ms).toBeLessThan(SOON_MS);
  });

  it('is claimed without a wait after its process was killed', async () => {
    const first = await open();
    await first.kill();
    const second = await open();
    expect(second.said).toBe('held');
    expect(second.complained()).toBe('');
  });

  it.each([{ alone: false }, ...(canBeAlone ? [{ alone: true }] : [])])(
    'is refused while its owner is frozen: $alone',
    async ({ alone }) => {
      const first = await open({ alone });
      first.signal('SIGSTOP');
      expect((await open()).said).toMatch(IN_USE);
      first.signal('SIGCONT');
      expect((await open()).said).toMatch(IN_USE);
    },
  );

  it('is left immediately by an owner that resumes and finds another owner', async () => {
    const first = await open();
    first.signal('SIGSTOP');
    const lock = join(folder, 'desk.lock');
    writeFileSync(lock, readFileSync(lock, 'utf8').replace(/"id":"[^"]+"/, '"id":"of another machine"'));
    first.signal('SIGCONT');
    expect(await first.ended).toEqual([1, null]);
    expect(first.complained()).toContain('is now used by another Partner Desk. This one is stopping.');
    expect(readFileSync(lock, 'utf8'), 'and stays the other’s').toContain('of another machine');
  });

  it('starts from a restored backup that holds the lock of a running desk', async () => {
    const first = await open();
    const copy = join(folder, 'restored');
    cpSync(join(folder, 'desk.lock'), join(copy, 'desk.lock'));
    const second = await open({ inside: copy });
    expect([first.said, second.said]).toEqual(['held', 'held']);
  });

  it('goes to one of several processes started in parallel after a crash', async () => {
    const first = await open();
    await first.kill();
    const all = await Promise.all(
      [1, 2, 3, 4].map((place) => open({ alone: canBeAlone && place % 2 === 0 })),
    );
    expect(all.filter(({ said }) => said === 'held')).toHaveLength(1);
    expect(all.filter(({ said }) => IN_USE.test(said))).toHaveLength(3);
  });
});
