import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'desk-steps-'));
const [TSX, STEPS] = [import.meta.resolve('tsx'), resolve('scripts/steps.ts')];

beforeAll(() => {
  const scripts = {
    good: 'echo this is good',
    bad: 'echo one problem; exit 3',
    long: 'echo it waits; sleep 300',
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(...steps: string[]) {
  const child = spawn(process.execPath, ['--import', TSX, STEPS, ...steps], { cwd: folder, stdio: 'pipe' });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  return { child, said: () => said, ended: once(child, 'close') };
}

const saidBy = (child: ChildProcess, words: string) =>
  new Promise<void>((resolve) => {
    child.stdout?.on('data', (text: string) => text.includes(words) && resolve());
  });

it('steps run to the last one, each with its seconds, and pass if all pass', async () => {
  const { said, ended } = start('good', 'good');
  expect(await ended).toEqual([0, null]);
  expect(said()).toMatch(/ s {2}good\n.* s {2}good\n.* s {2}in all/);
});

it('a failed step does not stop the others, and what it said is repeated at the end', async () => {
  const { said, ended } = start('bad+good', 'good');
  expect(await ended).toEqual([1, null]);
  expect(said()).toMatch(/=== How bad failed\none problem\n[\s\S]* s {2}bad: failed\n/);
  expect(said().match(/this is good/g)).toHaveLength(2);
});

it('a name that is no script is refused before anything runs', async () => {
  const { said, ended } = start('good', 'missing');
  expect(await ended).toEqual([2, null]);
  expect(said()).not.toContain('this is good');
});

it('no steps are no success', async () => {
  expect(await start().ended).toEqual([2, null]);
});

it('once the time is up no further step begins, and those left are named', async () => {
  const { said, ended } = start('--for', '0', 'good', 'long');
  expect(await ended).toEqual([0, null]);
  expect(said()).toContain('Not run, because the time was up: good, long.');
});

it('on a signal the running step ends with all that it started, no other begins, and it is no success', async () => {
  const { child, said, ended } = start('long', 'good');
  await saidBy(child, 'it waits');
  child.kill('SIGTERM');
  expect(await ended).toEqual([1, null]);
  expect(said()).not.toContain('this is good');
  expect(said()).toContain('Not run, because it was stopped: good.');
});

it('every step that a script of this package names is one', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'));
  const steps = Object.values(scripts).flatMap(
    (script) => script.split('scripts/steps.ts ')[1]?.split(/[ +]/) ?? [],
  );
  expect(steps.length).toBeGreaterThan(10);
  expect(steps.filter((step) => !(step in scripts))).toEqual([]);
});
