import { DEMO } from '../demo';
import { findKey } from '../keys';
import type { Sandbox } from '../sandbox';
import { issueToken } from '../tokens';
import type { Call } from './endpoint';
import { Refusal } from './refusal';
import type { RestResponse } from './response';

/** The client-credentials exchange (interface, section 5). JSON only. */
export async function respondToToken(sandbox: Sandbox, call: Call): Promise<RestResponse> {
  if (!/^application\/json\b/i.test(call.contentType))
    throw new Refusal(415, 'The token request must be application/json.');
  const body = call.json();
  if (!(body instanceof Object)) throw new Refusal(400, 'The token request must be a JSON object.');
  const sent: Record<string, unknown> = { ...body };
  if (sent.grant_type !== 'client_credentials')
    throw new Refusal(400, 'grant_type must be client_credentials.');
  const key = findKey(sandbox.state.keys, sent.client_id, sent.client_secret);
  if (!key) throw new Refusal(401, 'The client id or secret is unknown, or the key was revoked.');
  if (sent.audience !== DEMO.audience)
    throw new Refusal(401, 'The audience is not the one of this environment.');
  return {
    status: 200,
    body: await tokenBody(sandbox, key.clientId),
    headers: { 'cache-control': 'no-store' },
  };
}

async function tokenBody(sandbox: Sandbox, clientId: string): Promise<Record<string, unknown>> {
  const { shape, settings } = sandbox.state;
  const seconds = Math.ceil(settings.tokenSeconds);
  const lifetimes = { number: { expires_in: seconds }, string: { expires_in: String(seconds) }, absent: {} };
  const extras = {
    type: { token_type: 'Bearer' },
    none: {},
    many: {
      token_type: 'bearer',
      scope: 'leads:read leads:write webhooks',
      issued_token_type: 'jwt',
      region: null,
    },
  };
  return {
    access_token: await issueToken(sandbox, clientId),
    ...lifetimes[shape.expiresIn],
    ...extras[shape.tokenExtras],
  };
}
