import { demoSettings, seedDemo } from '@/scripts/lib/stack-processes';

const NOWHERE = 'http://127.0.0.1:9';

/** Migrates a database and adds the demo people. Nothing in it is encrypted: a desk with any secret can use a copy. */
export function seedDatabase(at: { DATABASE_URL: string } | { DATA_DIR: string }): Promise<void> {
  const appSecret = 'seeding-needs-no-secret-of-its-own';
  return seedDemo({ ...demoSettings({ appUrl: NOWHERE, appSecret, serviceUrl: NOWHERE }), ...at });
}
