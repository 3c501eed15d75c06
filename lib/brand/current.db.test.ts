import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { parseEnv } from '@/lib/core/env';
import { singleton } from '@/lib/core/singleton';
import type { Database } from '@/lib/db/handle';
import { deskSettings } from '@/lib/db/schema/admin';
import { freshDatabase } from '@/tests/support/database';
import { forgetBrand, getBrand, getLastBrand } from './current';

const SETTINGS = {
  APP_URL: 'https://desk.example',
  APP_SECRET: 'a secret with more than 32 characters',
  SERVICE_BASE_URL: 'https://api.service.example',
  SERVICE_AUTH_URL: 'https://auth.service.example',
  SERVICE_AUDIENCE: 'x',
  SERVICE_COMPANY_ID: '66b0c4d2e8f1a35790d4c6b2',
  LOG_LEVEL: 'silent',
  SERVICE_CLIENT_ID: 'client',
  SERVICE_CLIENT_SECRET: 'secret',
  BRAND_NAME: 'By settings',
};

let open: Database;
/** The process's own database, which a test may take away. */
const ownDatabase = { isAway: false };
beforeAll(async () => {
  open = await freshDatabase();
  singleton('env', () => parseEnv(SETTINGS));
  singleton('database', () => ({
    get db() {
      if (ownDatabase.isAway) throw new Error('the database is away');
      return open.db;
    },
  }));
});
afterAll(() => open.close());
beforeEach(async () => {
  ownDatabase.isAway = false;
  await open.db.delete(deskSettings);
  forgetBrand();
});

/** As another process does. */
async function store(name: string): Promise<void> {
  const row = { value: { name }, changedAt: new Date('2026-03-02T09:00:00Z') };
  await open.db
    .insert(deskSettings)
    .values({ name: 'brand', ...row })
    .onConflictDoUpdate({ target: deskSettings.name, set: row });
}

const nameOf = async () => (await getBrand()).name;

it('is read once, and again after it was changed', async () => {
  expect(await nameOf()).toBe('By settings');
  await store('Acme');
  expect(await nameOf()).toBe('By settings');
  forgetBrand();
  expect(await nameOf()).toBe('Acme');
  expect(await getBrand()).toBe(await getBrand());
});

it('is never kept from before a change that came while it was read', async () => {
  const early = getBrand();
  await store('Acme');
  forgetBrand();
  await early;
  expect(await nameOf()).toBe('Acme');
  expect(getLastBrand().name).toBe('Acme');
});

it('is the last one known while the database is away, and read once it is back', async () => {
  await store('Acme');
  expect(await nameOf()).toBe('Acme');
  ownDatabase.isAway = true;
  forgetBrand();
  expect(await nameOf()).toBe('Acme');
  await store('Beta');
  ownDatabase.isAway = false;
  expect(await nameOf()).toBe('Beta');
});
