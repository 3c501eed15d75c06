import { chmodSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { openPglite } from '@/lib/db/pglite';
import { SECRETS, setupContextAt } from '@/tests/support/setup-checks';
import { checkDatabase } from './database-checks';
import { inspectDatabase } from './inspect-database';

const engine = inject('testDatabase');

if (engine.engine === 'pglite') {
  const folder = mkdtempSync(join(tmpdir(), 'desk-inspect-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('creates no database where there is none', async () => {
    const { found } = await inspectDatabase({ DATA_DIR: join(folder, 'none') });
    expect(found).toMatchObject({ kind: 'closed', finding: { causes: [{ code: 'not-started' }] } });
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  it('reports a folder that no start could create', async () => {
    symlinkSync(join(folder, 'not-mounted'), join(folder, 'link'));
    const { found } = await inspectDatabase({ DATA_DIR: join(folder, 'link', 'db') });
    expect(found).toMatchObject({ kind: 'closed', finding: { causes: [{ code: 'folder-unusable' }] } });
  });

  it('opens the embedded database of a stopped desk, finds that it flushes and who can read it, and releases it', async () => {
    await (await openPglite(join(folder, 'db'))).close();
    const { found, close } = await inspectDatabase({ DATA_DIR: folder });
    expect(found).toMatchObject({ kind: 'open', hasAllTables: true });
    const changes = { DATA_DIR: folder };
    const task = setupContextAt('http://127.0.0.1:9', { changes, database: found });
    expect(await checkDatabase(task)).toMatchObject({ state: 'ok', facts: { database: 'embedded' } });
    chmodSync(join(folder, 'db'), 0o750);
    const about = join(folder, 'db');
    expect(await checkDatabase(task)).toMatchObject({
      state: 'warning',
      causes: [{ code: 'folder-open', about }],
    });
    await close();
    expect(existsSync(join(folder, 'db', 'desk.lock'))).toBe(false);
  }, 60_000);
} else {
  it('creates no tables on a server', async () => {
    for (let times = 0; times < 2; times += 1) {
      const { found, close } = await inspectDatabase({ DATABASE_URL: engine.url, DATA_DIR: '.data' });
      expect(found).toMatchObject({ kind: 'open', hasAllTables: false });
      await close();
    }
  });

  it('distinguishes a server without TLS from one that is down', async () => {
    const { found } = await inspectDatabase({
      DATABASE_URL: `${engine.url}?sslmode=require`,
      DATA_DIR: '.data',
    });
    expect(found).toMatchObject({ finding: { causes: [{ code: 'database-no-tls' }] } });
  });

  it('names a missing database and one that is down, without its password', async () => {
    const missing = new URL(engine.url);
    missing.pathname = '/no_such_desk';
    const refused = await inspectDatabase({ DATABASE_URL: missing.href, DATA_DIR: '.data' });
    expect(refused.found).toMatchObject({
      finding: { causes: [{ code: 'database-unknown', about: '3D000' }] },
    });
    const DATABASE_URL = `postgres://desk:${SECRETS.DATABASE_PASSWORD}@127.0.0.1:1/desk`;
    const { found } = await inspectDatabase({ DATABASE_URL, DATA_DIR: '.data' });
    expect(found).toMatchObject({ finding: { causes: [{ code: 'database-away', about: 'ECONNREFUSED' }] } });
    expect(JSON.stringify(found)).not.toContain(SECRETS.DATABASE_PASSWORD);
  });
}
