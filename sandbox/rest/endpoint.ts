import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Handler } from 'hono';
import { DEMO } from '../demo';
import type { Limits } from '../limits';
import { writeLog } from '../log';
import type { LogEntry, Route } from '../model';
import type { Sandbox } from '../sandbox';
import { verifyToken } from '../tokens';
import { Refusal, tooMany } from './refusal';
import { cut, type RestContext, type RestResponse, send, sendRefusal } from './response';

/** One call as an endpoint sees it. */
export type Call = {
  param(name: string): string;
  url: URL;
  /** The body as JSON. @throws Refusal 400 if it is not JSON. */
  json(): unknown;
  contentType: string;
  /** The key behind the token; '' on the token endpoint. */
  clientId: string;
};

type Endpoint = { route: Route; open?: boolean; respond(call: Call): RestResponse | Promise<RestResponse> };

const MAX_BODY = 1_000_000;
const LOGGED_BODIES: readonly Route[] = ['create', 'patch'];

/** Wraps an endpoint in the common parts: faults, authentication, limit, the error's shape, the log. */
export function createEndpoints(sandbox: Sandbox, limits: Limits) {
  return ({ route, open = false, respond }: Endpoint): Handler => {
    return async (c: RestContext) => {
      const began = performance.now();
      const bytes = Buffer.from(await c.req.arrayBuffer());
      const entry: Omit<LogEntry, 'seq' | 'at'> = { route, status: 0, ...describeBody(route, bytes) };
      try {
        const { faults } = sandbox.state;
        const touched = faults.onlyRoutes.length === 0 || faults.onlyRoutes.includes(route);
        if (touched && faults.latencyMs > 0) await wait(faults.latencyMs);
        if (touched && faults.down) return cut(c);
        if (touched) throwFaults(sandbox);
        if (bytes.length > MAX_BODY) throw new Refusal(413, 'The body is too large.');
        const refused = touched && !open ? faults.refuseTokens : 0;
        if (refused) throw new Refusal(refused, 'The access token is not accepted.');
        const clientId = open ? '' : await requireCaller(sandbox, c);
        if (clientId) entry.clientId = clientId;
        throwIfTooFast({ sandbox, limits, key: clientId });
        const result = await respond(toCall(c, bytes, clientId));
        entry.status = hasNoResponse(result) ? 0 : result.status;
        if (result.leadId) entry.leadId = result.leadId;
        return send(c, result);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        entry.status = error.status;
        const retryAfter = error.headers['retry-after'];
        if (retryAfter !== undefined) entry.retryAfter = retryAfter;
        return sendRefusal(sandbox, error);
      } finally {
        writeLog(sandbox, { ...entry, ms: Math.round(performance.now() - began) });
      }
    };
  };
}

const hasNoResponse = ({ ending }: RestResponse) => ending === 'cut' || ending === 'silence';

function toCall(c: RestContext, bytes: Buffer, clientId: string): Call {
  return {
    param: (name) => c.req.param(name) ?? '',
    url: new URL(c.req.url),
    json: () => parseJson(bytes),
    contentType: c.req.header('content-type') ?? '',
    clientId,
  };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Refusal(400, 'The body must be JSON.');
  }
}

function throwFaults(sandbox: Sandbox): void {
  const { errorRate, errorStatus, rateLimitedRate } = sandbox.state.faults;
  if (sandbox.random() < rateLimitedRate) throw tooMany(sandbox, 1);
  if (sandbox.random() < errorRate)
    throw new Refusal(
      errorStatus || (sandbox.random() < 0.5 ? 500 : 503),
      'The service has a problem. Try again later.',
    );
}

/** The calling key; it has no access to other portals (interface, section 5, rule 10). */
async function requireCaller(sandbox: Sandbox, c: RestContext): Promise<string> {
  const authorization = c.req.header('authorization');
  if (!authorization) throw new Refusal(401, 'The access token is missing.');
  const clientId = await verifyToken(sandbox, authorization);
  if (!clientId) throw new Refusal(sandbox.state.shape.endedToken, 'The access token is wrong or expired.');
  if (c.req.param('companyId') !== DEMO.companyId)
    throw new Refusal(403, 'The key has no access to this company.');
  return clientId;
}

function throwIfTooFast({ sandbox, limits, key }: { sandbox: Sandbox; limits: Limits; key: string }): void {
  const perSecond = sandbox.state.settings.requestsPerSecond;
  const seconds = limits.waitSeconds(key, { perSecond, now: sandbox.now().getTime() });
  if (seconds > 0) throw tooMany(sandbox, seconds);
}

function describeBody(route: Route, bytes: Buffer): Pick<LogEntry, 'bodyHash' | 'body'> {
  if (!LOGGED_BODIES.includes(route)) return {};
  const bodyHash = createHash('sha256').update(bytes).digest('hex');
  try {
    return { bodyHash, body: JSON.parse(bytes.toString('utf8')) };
  } catch {
    return { bodyHash };
  }
}
