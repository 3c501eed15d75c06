import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** What they import at their start must load outside Next. */
it.each([
  ['doctor', ['--no-such-option'], /npm run doctor/],
  ['migrate', ['--no-such-option'], /npm run migrate/],
  ['restore', [], /npm run restore -- /],
  ['move', ['--to', 'mysql://x'], /npm run move -- --to postgres:/],
  ['people', ['import', 'no-such-file.csv'], /There is no file no-such-file\.csv/],
])('npm run %s starts, and says what is wrong with its call', (script, args, says) => {
  const { status, stderr } = spawnSync('npm', ['run', '--silent', script, '--', ...args], {
    encoding: 'utf8',
  });
  expect(stderr).toMatch(says);
  expect(status, stderr).toBe(2);
});
