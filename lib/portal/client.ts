import 'server-only';
import { createHash } from 'node:crypto';
import { createVault } from '@/lib/crypto';
import { database } from '@/lib/db/handle';
import { type Env, env } from '@/lib/env';
import { log } from '@/lib/log';
import { createServiceClient, type ServiceClient } from '@/lib/service/client';
import { singleton } from '@/lib/singleton';
import { noteCall } from './health';
import { pauseStore } from './pause-store';
import { tokenStore } from './token-store';

/** The one connection of this process to the portal: one token, one limiter, one memory of what was seen. */
export function portal(): Promise<ServiceClient> {
  return singleton('portal', () => connect(env()));
}

async function connect(settings: Env): Promise<ServiceClient> {
  const open = await database();
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
      id: connectionId(settings),
    }),
    pauses: pauseStore(open.db),
    log: log(),
  });
  return watched(client);
}

/** Names what a token is good for, without giving it away: another key or audience must not find it. */
function connectionId(settings: Env): string {
  const parts = [settings.SERVICE_AUTH_URL, settings.SERVICE_AUDIENCE, settings.SERVICE_CLIENT_ID];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** The same client; every call's end is noted, so that pages can say whether the service is reachable. */
function watched(client: ServiceClient): ServiceClient {
  const watch =
    <Arguments extends unknown[], Result>(call: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      try {
        const result = await call(...given);
        await noteCall({ error: undefined, now: new Date() });
        return result;
      } catch (error) {
        await noteCall({ error, now: new Date() });
        throw error;
      }
    };
  return {
    readSchema: watch(client.readSchema),
    createLead: watch(client.createLead),
    readLead: watch(client.readLead),
    updateLead: watch(client.updateLead),
    listLeads: watch(client.listLeads),
    listSubscriptions: watch(client.listSubscriptions),
    createSubscription: watch(client.createSubscription),
    deleteSubscription: watch(client.deleteSubscription),
    seen: client.seen,
  };
}
