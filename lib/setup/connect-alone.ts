import 'server-only';
import { createClient } from '@/lib/connection/create-client';
import type { Env } from '@/lib/core/env';
import { memorySharedStateStore } from '@/lib/service/rate/shared-state';
import { memoryTokenStore } from '@/lib/service/token-store';
import type { SetupContext } from './context';

/** A client with its own in-memory state: it neither slows down the running desk nor is affected by it. */
export function connectAlone(settings: Env): Pick<SetupContext, 'service' | 'readSchema'> {
  const service = createClient(settings, {
    tokens: memoryTokenStore(),
    sharedState: memorySharedStateStore(),
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  return { service, readSchema: service.readSchema };
}
