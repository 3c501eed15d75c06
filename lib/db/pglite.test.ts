import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openPglite } from './pglite';

it('after a restore that was interrupted, a start says so instead of creating an empty database', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'desk-restoring-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  mkdirSync(join(dataDir, 'db.restoring', 'pg'), { recursive: true });
  await expect(openPglite(join(dataDir, 'db'))).rejects.toThrow('Repeat npm run restore');
  expect(existsSync(join(dataDir, 'db', 'pg'))).toBe(false);
});
