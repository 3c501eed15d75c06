import type pg from 'pg';
import { type Agent, signIn } from '@/tests/support/desk/agent';
import { PlainBrowser } from '@/tests/support/desk/browser';
import { readSubscriptions } from '@/tests/support/desk/deliver';
import { type Desk, startDesk } from '@/tests/support/desk/desk';

/** Every kind of visitor. */
export const ACTORS = [
  'signed out',
  'unmapped',
  'agent',
  'other agent',
  'manager',
  'admin',
  'disabled',
] as const;

export type Actor = (typeof ACTORS)[number];

/** A desk with a database that a test may read, and a client for each kind of visitor. */
export type World = {
  desk: Desk;
  sql: pg.Pool;
  /** The desk's one address, `APP_URL`. */
  origin: string;
  browsers: Record<Actor, PlainBrowser>;
  /** Submits leads. */
  maya: Agent;
};

/** Starts a desk on PostgreSQL and signs everyone in; the disabled person signed in before being disabled. */
export async function openWorld(env: Record<string, string> = {}): Promise<World> {
  const desk = await startDesk({ engine: 'postgres', seedLeads: 21, env });
  const { sql, door } = desk;
  if (!sql) throw new Error('The database cannot be looked into.');
  const maya = await signIn(door, 'Maya Lindqvist');
  const enter = async (name: Parameters<typeof signIn>[1]) => (await signIn(door, name)).browser;
  const browsers = {
    'signed out': new PlainBrowser(door),
    unmapped: await enter('Sam Ito'),
    agent: maya.browser,
    'other agent': await enter('Erik Brandt'),
    manager: await enter('Ines Carvalho'),
    admin: await enter('Robin Hale'),
    disabled: await enter('Tom Okafor'),
  };
  await sql.query("update people set disabled_at = now() where name = 'Tom Okafor'");
  return { desk, sql, origin: door.url, browsers, maya };
}

/** A subscription of this desk, with its secret, at the path its deliveries are posted to. */
export function receiverOf(desk: Desk, topic = 'lead/update') {
  const found = readSubscriptions(desk).find((one) => one.topic === topic);
  if (!found) throw new Error(`Nobody is subscribed to ${topic}.`);
  return { secret: found.signingSecret, path: new URL(found.url).pathname };
}
