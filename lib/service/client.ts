import 'server-only';
import { setTimeout } from 'node:timers/promises';
import type { Log } from '@/lib/log';
import { createCaller } from './call';
import { createCircuit } from './circuit';
import { endpointsOf } from './endpoints';
import { type Fetcher, serviceFetch } from './fetch';
import { type LeadCalls, leadCalls } from './lead-calls';
import { createLimiter } from './limiter';
import { createObservations, type Observation } from './observations';
import { type SubscriptionCalls, subscriptionCalls } from './subscription-calls';
import { requestToken } from './token-request';
import { createTokenSource } from './token-source';
import type { PauseStore, TokenStore } from './token-store';

export type ServiceConfig = {
  baseUrl: string;
  authUrl: string;
  audience: string;
  companyId: string;
  clientId: string;
  clientSecret: string;
};

/** Every function throws ServiceError and nothing else. */
export type ServiceClient = LeadCalls &
  SubscriptionCalls & {
    /** What was seen of what the interface leaves open, since this client was made. */
    seen(): Observation[];
  };

export type ServiceClientDeps = {
  config: ServiceConfig;
  tokens: TokenStore;
  pauses: PauseStore;
  log: Log;
  fetch?: Fetcher;
  now?: () => Date;
  random?: () => number;
  wait?: (ms: number) => Promise<unknown>;
};

/** Makes the client of one portal. Make one per process: it holds the token, the limiter and the circuit. */
export function createServiceClient(deps: ServiceClientDeps): ServiceClient {
  const { config, log, fetch: fetcher = serviceFetch, now = () => new Date(), random = Math.random } = deps;
  const { wait = setTimeout } = deps;
  const endpoints = endpointsOf(config);
  const observations = createObservations();
  const note = (subject: string, value: string) => observations.note(subject, value, now());
  const request = async () => {
    const reading = await requestToken({ url: endpoints.token, credentials: config, fetcher, now });
    note('token.lifetime', `${reading.lifetimeFrom}: ${reading.lifetimeMs / 1000} s`);
    return reading;
  };
  const call = createCaller({
    tokens: createTokenSource({ store: deps.tokens, request, now, log }),
    limiter: createLimiter({ pauses: deps.pauses, now, random, wait, log }),
    circuit: createCircuit({ now, log }),
    observations,
    probe: { what: 'schema', url: endpoints.schema },
    secrets: [config.clientSecret],
    fetcher,
    now,
    log,
  });
  const connection = { call, endpoints, note };
  return { ...leadCalls(connection), ...subscriptionCalls(connection, log), seen: observations.list };
}
