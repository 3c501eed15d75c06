import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { people } from '@/lib/db/schema/people';
import { freshDatabase } from '@/tests/support/database';
import { addViewer } from '@/tests/support/rows';
import { deviceOwner, hasDeviceEnded } from './device-owner';

const appSecret = 'a-secret-of-at-least-32-characters';

let database: Database;
let personId: string;
let device: string;
beforeAll(async () => {
  database = await freshDatabase();
  ({ personId } = await addViewer(database.db, { organizationId: 'harbour', agentId: 'a1' }));
  device = deviceOwner(personId, appSecret);
});
afterAll(() => database.close());

const hasEnded = (task: { device: string | null; signedIn?: string }) =>
  hasDeviceEnded(database.db, { signedIn: undefined, ...task, appSecret });

it('goes on for its person, also after their session ended', async () => {
  expect(await hasEnded({ device, signedIn: personId })).toBe(false);
  expect(await hasEnded({ device })).toBe(false);
});

it('has ended for anyone else who signs in on it', async () => {
  expect(await hasEnded({ device, signedIn: 'per_other' })).toBe(true);
});

it.each([null, '', '...', 'per_other.AAAA', deviceOwner('per_other', 'another-secret-of-32-characters!')])(
  'is told nothing if it names nobody: %s',
  async (other) => {
    expect(await hasEnded({ device: other })).toBe(false);
  },
);

it('has ended for a person who is disabled or gone', async () => {
  await database.db.update(people).set({ disabledAt: new Date() }).where(eq(people.id, personId));
  expect(await hasEnded({ device })).toBe(true);
  await database.db.update(people).set({ disabledAt: null }).where(eq(people.id, personId));
  expect(await hasEnded({ device: deviceOwner('per_gone', appSecret) })).toBe(true);
});
