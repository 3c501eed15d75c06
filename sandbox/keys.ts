import { createHash, timingSafeEqual } from 'node:crypto';
import { DEMO } from './demo';
import type { Environment } from './environment';
import type { Key } from './model';
import type { Sandbox } from './sandbox';

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** The key of a fresh sandbox, restored by a reset. */
export function startKey(now: Date): Key {
  const { clientId, clientSecret } = DEMO;
  return { clientId, name: 'Start key', secretHash: hashOf(clientSecret), createdAt: now.toISOString() };
}

/** A new key. Its secret is only in this answer (interface, section 2.3). */
export function newKey(environment: Environment, name: string): { key: Key; clientSecret: string } {
  const clientSecret = environment.hex(24);
  const clientId = `sbx_${environment.hex(8)}`;
  return {
    key: { clientId, name, secretHash: hashOf(clientSecret), createdAt: environment.now().toISOString() },
    clientSecret,
  };
}

/** The live key with this id and secret, if there is one. */
export function findKey(keys: readonly Key[], clientId: unknown, clientSecret: unknown): Key | undefined {
  if (typeof clientSecret !== 'string') return undefined;
  const key = keys.find((one) => one.clientId === clientId && !one.revokedAt);
  const sent = Buffer.from(hashOf(clientSecret), 'hex');
  return key && timingSafeEqual(sent, Buffer.from(key.secretHash, 'hex')) ? key : undefined;
}

/** Ends a key and removes its subscriptions; tokens issued before stay valid (interface, section 5, rule 8). */
export function revokeKey(sandbox: Sandbox, key: Key): void {
  const { state } = sandbox;
  key.revokedAt ??= sandbox.now().toISOString();
  const gone = state.subscriptions.filter(({ clientId }) => clientId === key.clientId);
  state.subscriptions = state.subscriptions.filter(({ clientId }) => clientId !== key.clientId);
  for (const { id } of gone) sandbox.deliveries.cancel(id);
  sandbox.changed();
}
