import 'server-only';
import { createHash } from 'node:crypto';
import { createVault } from '@/lib/core/crypto';
import { type Env, env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { metrics } from '@/lib/core/metrics';
import { singleton } from '@/lib/core/singleton';
import { database } from '@/lib/db/handle';
import type { EndedCall } from '@/lib/service/call';
import type { ServiceClient } from '@/lib/service/client';
import { createClient } from './create-client';
import { recordCall } from './health';
import { sharedStateStore } from './shared-state-store';
import { tokenStore } from './token-store';

/** The one connection of this process to the portal: one token, one scheduler, one record of its health. */
export function getServiceClient(): Promise<ServiceClient> {
  return singleton('portal', () => connect(env()));
}

async function connect(settings: Env): Promise<ServiceClient> {
  const open = await database();
  const id = connectionId(settings);
  return createClient(settings, {
    tokens: tokenStore({
      database: open,
      vault: createVault(settings.APP_SECRET, 'service-token'),
      id,
    }),
    sharedState: sharedStateStore({ db: open.db, name: id.slice(0, 12) }),
    log: log(),
    onCallEnded: observeCall,
  });
}

async function observeCall({ what, ms, error }: EndedCall): Promise<void> {
  const outcome = error?.step === 'desk' ? 'not-sent' : (error?.kind ?? 'ok');
  metrics().serviceCalls.observe({ operation: what, outcome }, ms / 1_000);
  await recordCall({ error, now: new Date() });
}

/** Identifies what a token is for without revealing it: another key or audience must not find it. */
function connectionId(settings: Env): string {
  const parts = [settings.SERVICE_AUTH_URL, settings.SERVICE_AUDIENCE, settings.SERVICE_CLIENT_ID];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
