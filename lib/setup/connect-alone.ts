import 'server-only';
import { hideMarker } from '@/lib/connection/marker';
import type { Env } from '@/lib/core/env';
import { createServiceClient } from '@/lib/service/client';
import { memorySharedStateStore } from '@/lib/service/rate/shared-state';
import { memoryTokenStore } from '@/lib/service/token-store';
import type { SetupContext } from './context';

/** A client with its own in-memory state: it neither slows down the running desk nor is affected by it. */
export function connectAlone(settings: Env): Pick<SetupContext, 'service' | 'readSchema'> {
  const service = createServiceClient({
    config: {
      baseUrl: settings.SERVICE_BASE_URL,
      authUrl: settings.SERVICE_AUTH_URL,
      audience: settings.SERVICE_AUDIENCE,
      companyId: settings.SERVICE_COMPANY_ID,
      clientId: settings.SERVICE_CLIENT_ID,
      clientSecret: settings.SERVICE_CLIENT_SECRET,
    },
    tokens: memoryTokenStore(),
    sharedState: memorySharedStateStore(),
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  const { SERVICE_MARKER_FIELD: marker } = settings;
  return { service, readSchema: async () => hideMarker(await service.readSchema(), marker) };
}
