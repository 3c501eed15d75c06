import 'server-only';
import type { Env } from '@/lib/core/env';
import { createServiceClient, type ServiceClient, type ServiceClientDeps } from '@/lib/service/client';
import { hideMarker } from './marker';

/**
 * A client of the portal that the settings name. Its schema lacks the field that carries a submission's id.
 * Create one per process, or one with state of its own.
 */
export function createClient(settings: Env, deps: Omit<ServiceClientDeps, 'config'>): ServiceClient {
  const client = createServiceClient({
    ...deps,
    config: {
      baseUrl: settings.SERVICE_BASE_URL,
      authUrl: settings.SERVICE_AUTH_URL,
      audience: settings.SERVICE_AUDIENCE,
      companyId: settings.SERVICE_COMPANY_ID,
      clientId: settings.SERVICE_CLIENT_ID,
      clientSecret: settings.SERVICE_CLIENT_SECRET,
    },
  });
  const { SERVICE_MARKER_FIELD: marker } = settings;
  return { ...client, readSchema: async () => hideMarker(await client.readSchema(), marker) };
}
