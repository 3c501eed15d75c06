import 'server-only';
import { createHash } from 'node:crypto';
import { createVault } from '@/lib/core/crypto';
import { type Env, env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { singleton } from '@/lib/core/singleton';
import { database } from '@/lib/db/handle';
import { createServiceClient, type ServiceClient } from '@/lib/service/client';
import { noteCall } from './health';
import { hideMarker } from './marker';
import { sharedStateStore } from './shared-state-store';
import { tokenStore } from './token-store';

/** The one connection of this process to the portal: one token, one limiter, one record of its health. */
export function getServiceClient(): Promise<ServiceClient> {
  return singleton('portal', () => connect(env()));
}

async function connect(settings: Env): Promise<ServiceClient> {
  const open = await database();
  const id = connectionId(settings);
  const client = createServiceClient({
    config: {
      baseUrl: settings.SERVICE_BASE_URL,
      authUrl: settings.SERVICE_AUTH_URL,
      audience: settings.SERVICE_AUDIENCE,
      companyId: settings.SERVICE_COMPANY_ID,
      clientId: settings.SERVICE_CLIENT_ID,
      clientSecret: settings.SERVICE_CLIENT_SECRET,
    },
    tokens: tokenStore({
      database: open,
      vault: createVault(settings.APP_SECRET, 'service-token'),
      id,
    }),
    sharedState: sharedStateStore({ db: open.db, scope: id.slice(0, 12) }),
    log: log(),
    onCallEnded: (error) => noteCall({ error, now: new Date() }),
  });
  const { SERVICE_MARKER_FIELD: marker } = settings;
  return { ...client, readSchema: async () => hideMarker(await client.readSchema(), marker) };
}

/** Identifies what a token is for without revealing it: another key or audience must not find it. */
function connectionId(settings: Env): string {
  const parts = [settings.SERVICE_AUTH_URL, settings.SERVICE_AUDIENCE, settings.SERVICE_CLIENT_ID];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
