import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { createLimits } from '../limits';
import type { Sandbox } from '../sandbox';
import { sendRefusal } from './answer';
import { createEndpoints } from './endpoint';
import { answerCreate, answerList, answerPatch, answerRead } from './leads';
import { Refusal } from './refusal';
import { answerSchema } from './schema';
import { answerSubscribe, answerSubscriptions, answerUnsubscribe } from './subscriptions';
import { answerToken } from './token';

const LEADS = '/1.0/api/company/:companyId/leads';
const SUBSCRIPTIONS = '/1.0/webhooks/companies/:companyId/subscriptions';

/** The documented interface, section 4, path by path. */
export function restRoutes(sandbox: Sandbox): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const endpoint = createEndpoints(sandbox, createLimits());
  app.post(
    '/oauth/token',
    endpoint({ route: 'token', open: true, answer: (call) => answerToken(sandbox, call) }),
  );
  app.get(
    '/1.0/api/company/:companyId/schema/lead',
    endpoint({ route: 'schema', answer: () => answerSchema(sandbox) }),
  );
  app.post(LEADS, endpoint({ route: 'create', answer: (call) => answerCreate(sandbox, call) }));
  app.get(LEADS, endpoint({ route: 'list', answer: (call) => answerList(sandbox, call) }));
  app.get(`${LEADS}/:leadId`, endpoint({ route: 'read', answer: (call) => answerRead(sandbox, call) }));
  app.patch(`${LEADS}/:leadId`, endpoint({ route: 'patch', answer: (call) => answerPatch(sandbox, call) }));
  app.post(SUBSCRIPTIONS, endpoint({ route: 'subscribe', answer: (call) => answerSubscribe(sandbox, call) }));
  app.get(
    SUBSCRIPTIONS,
    endpoint({ route: 'subscriptions', answer: (call) => answerSubscriptions(sandbox, call) }),
  );
  app.delete(
    `${SUBSCRIPTIONS}/:subscriptionId`,
    endpoint({ route: 'unsubscribe', answer: (call) => answerUnsubscribe(sandbox, call) }),
  );
  app.all('/1.0/*', () => sendRefusal(sandbox, new Refusal(404, 'There is nothing at this address.')));
  return app;
}
