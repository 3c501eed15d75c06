import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

it.each(['start.js', 'worker.js'])('without a build, %s names the command that makes one', (script) => {
  const cwd = mkdtempSync(join(tmpdir(), 'desk-no-build-'));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  const run = spawnSync(process.execPath, [join(process.cwd(), 'scripts', script)], {
    cwd,
    encoding: 'utf8',
  });
  expect(run).toMatchObject({ status: 1, stdout: '' });
  expect(run.stderr).toBe('There is no production build yet. Make it with: npm run build\n');
});
