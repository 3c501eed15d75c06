import * as z from 'zod';
import { faultsSchema, settingsSchema } from '../controls';
import { newKey, revokeKey } from '../keys';
import type { Key } from '../model';
import type { Sandbox } from '../sandbox';
import { freshState } from '../seed/state';
import { shapeSchema } from '../shape';
import { ConsoleError } from './error';

/** Operations of the service rather than the portal: faults, settings, shape, keys, reset. */

const PARTS = { faults: faultsSchema, settings: settingsSchema, shape: shapeSchema };

/** Sets some switches of one part; the others stay. Nothing changes if one is invalid. */
export function turn<K extends keyof typeof PARTS>(
  sandbox: Sandbox,
  part: K,
  raw: unknown,
): Sandbox['state'][K] {
  const wanted: unknown =
    raw instanceof Object && !Array.isArray(raw) ? { ...sandbox.state[part], ...raw } : raw;
  const result = PARTS[part].safeParse(wanted);
  if (!result.success) throw new ConsoleError(400, z.prettifyError(result.error));
  Object.assign(sandbox.state[part], result.data);
  sandbox.changed();
  return sandbox.state[part];
}

export function createKey(sandbox: Sandbox, name: string): { clientId: string; clientSecret: string } {
  const { key, clientSecret } = newKey(sandbox, name);
  sandbox.state.keys.push(key);
  sandbox.changed();
  return { clientId: key.clientId, clientSecret };
}

/** Revokes the named key, or the oldest live one. */
export function revokeNamedKey(sandbox: Sandbox, clientId?: string): Key {
  const live = sandbox.state.keys.filter((key) => !key.revokedAt);
  const key = clientId ? live.find((one) => one.clientId === clientId) : live[0];
  if (!key) throw new ConsoleError(404, 'There is no such live key.');
  revokeKey(sandbox, key);
  return key;
}

/**
 * Resets leads, form, shape, faults, settings, deliveries and subscriptions. The start key is valid (again), and
 * tokens issued before stay valid, so that a running desk keeps working and subscribes again.
 */
export function reset(sandbox: Sandbox, seedLeads = sandbox.start.seedLeads): void {
  const { state } = sandbox;
  for (const { id } of state.subscriptions) sandbox.deliveries.cancel(id);
  const { tokenSecret, logSeq, log } = state;
  const fresh = freshState({ ...sandbox, start: { ...sandbox.start, seedLeads } });
  // In place: every part holds this one object. The log continues, because a reader may hold a position in it.
  Object.assign(state, fresh, { tokenSecret, logSeq, log });
  sandbox.leadHistory.forget();
  sandbox.patchHistory.forget();
  sandbox.deletedLeads.clear();
  sandbox.changed();
}
