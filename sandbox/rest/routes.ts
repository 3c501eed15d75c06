import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { createLimits } from '../limits';
import type { Sandbox } from '../sandbox';
import { createEndpoints } from './endpoint';
import { respondToCreate, respondToList, respondToPatch, respondToRead } from './leads';
import { Refusal } from './refusal';
import { sendRefusal } from './response';
import { respondToSchema } from './schema';
import { respondToSubscribe, respondToSubscriptions, respondToUnsubscribe } from './subscriptions';
import { respondToToken } from './token';

const LEADS = '/1.0/api/company/:companyId/leads';
const SUBSCRIPTIONS = '/1.0/webhooks/companies/:companyId/subscriptions';

/** The documented interface, section 4, path by path. */
export function restRoutes(sandbox: Sandbox): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const endpoint = createEndpoints(sandbox, createLimits());
  app.post(
    '/oauth/token',
    endpoint({ route: 'token', open: true, respond: (call) => respondToToken(sandbox, call) }),
  );
  app.get(
    '/1.0/api/company/:companyId/schema/lead',
    endpoint({ route: 'schema', respond: () => respondToSchema(sandbox) }),
  );
  app.post(LEADS, endpoint({ route: 'create', respond: (call) => respondToCreate(sandbox, call) }));
  app.get(LEADS, endpoint({ route: 'list', respond: (call) => respondToList(sandbox, call) }));
  app.get(`${LEADS}/:leadId`, endpoint({ route: 'read', respond: (call) => respondToRead(sandbox, call) }));
  app.patch(
    `${LEADS}/:leadId`,
    endpoint({ route: 'patch', respond: (call) => respondToPatch(sandbox, call) }),
  );
  app.post(
    SUBSCRIPTIONS,
    endpoint({ route: 'subscribe', respond: (call) => respondToSubscribe(sandbox, call) }),
  );
  app.get(
    SUBSCRIPTIONS,
    endpoint({ route: 'subscriptions', respond: (call) => respondToSubscriptions(sandbox, call) }),
  );
  app.delete(
    `${SUBSCRIPTIONS}/:subscriptionId`,
    endpoint({ route: 'unsubscribe', respond: (call) => respondToUnsubscribe(sandbox, call) }),
  );
  app.all('/1.0/*', () => sendRefusal(sandbox, new Refusal(404, 'There is nothing at this address.')));
  return app;
}
