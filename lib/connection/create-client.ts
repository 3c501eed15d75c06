import 'server-only';
import type { Env } from '@/lib/core/env';
import type { LeadSchema } from '@/lib/forms/field';
import { createServiceClient, type ServiceClient, type ServiceClientDeps } from '@/lib/service/client';

/**
 * A client of the portal that the settings name. Its schema lacks the field that carries a submission's id.
 * Create one per process, or one with state of its own.
 */
export function createClient(settings: Env, deps: Omit<ServiceClientDeps, 'config'>): ServiceClient {
  const client = createServiceClient({
    ...deps,
    readsOnly: settings.DRILL,
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

/**
 * The schema without the field that carries a submission's id: people are neither asked for it nor shown it.
 * A different version from the portal's own, because a form rendered from it has other keys.
 */
export function hideMarker(schema: LeadSchema, marker: string | undefined): LeadSchema {
  if (!schema.fields.some(({ id }) => id === marker)) return schema;
  const fields = schema.fields.map((field) =>
    field.id === marker
      ? { ...field, required: false, creatable: false, updateable: false, hidden: true as const }
      : field,
  );
  return { ...schema, version: `${schema.version}~${marker}`, fields };
}
