import 'server-only';
import { setTimeout } from 'node:timers/promises';
import type { Log } from '@/lib/core/log';
import { createCaller, type EndedCall } from './call';
import { endpointsOf } from './endpoints';
import { type Fetcher, serviceFetch } from './fetch';
import { type LeadCalls, leadCalls } from './lead-calls';
import { createScheduler } from './rate/scheduler';
import { failingFast, type SharedStateStore } from './rate/shared-state';
import { type SubscriptionCalls, subscriptionCalls } from './subscription-calls';
import { requestToken } from './token-request';
import { createTokenSource } from './token-source';
import type { TokenStore } from './token-store';

export type ServiceConfig = {
  baseUrl: string;
  authUrl: string;
  audience: string;
  companyId: string;
  clientId: string;
  clientSecret: string;
};

/** Every function throws ServiceError only, except for errors of a `beforeSend`. */
export type ServiceClient = LeadCalls & SubscriptionCalls;

export type ServiceClientDeps = {
  config: ServiceConfig;
  tokens: TokenStore;
  /** The state this client shares with all other processes of the desk. */
  sharedState: SharedStateStore;
  log: Log;
  /** Refuses everything but reads, before anything is sent. */
  readsOnly?: boolean;
  /** Called after each call. Must not throw. */
  onCallEnded?: (call: EndedCall) => Promise<void>;
  fetch?: Fetcher;
  now?: () => Date;
  random?: () => number;
  wait?: (ms: number) => Promise<unknown>;
};

/** Creates the client of one portal. Create one per process: it holds the token and the process's queue. */
export function createServiceClient(deps: ServiceClientDeps): ServiceClient {
  const { config, log, fetch: fetcher = serviceFetch, now = () => new Date(), random = Math.random } = deps;
  const { wait = setTimeout, onCallEnded: ended = async () => {} } = deps;
  const sharedState = failingFast(deps.sharedState);
  const endpoints = endpointsOf(config);
  const request = () => requestToken({ url: endpoints.token, credentials: config, fetcher, now });
  const call = createCaller({
    tokens: createTokenSource({ store: deps.tokens, request, now, log }),
    scheduler: createScheduler({ sharedState, now, random, wait, log }),
    probe: { what: 'schema', url: endpoints.schema },
    secrets: [config.clientSecret],
    fetcher,
    now,
    log,
    onCallEnded: ended,
    readsOnly: deps.readsOnly ?? false,
  });
  const connection = { call, endpoints };
  return { ...leadCalls(connection), ...subscriptionCalls(connection, log) };
}
