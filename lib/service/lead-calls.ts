import type { LeadPayload } from '@/lib/forms/payload';
import 'server-only';
import type { LeadSchema } from '@/lib/forms/field';
import { CancelledError } from './call';
import { type Connection, parseResponse, undefinedIfNotFound } from './connection';
import { nextPageUrl, pathSegment } from './endpoints';
import { ServiceError } from './error';
import type { LeadPage, ServiceLead } from './lead';
import type { CallClass } from './rate/shared-state';
import type { ServiceResponse } from './request';
import { isMarkedDeleted, leadIn, readSingleLead, showsSent } from './wire/lead';
import { readLeadPage } from './wire/list';
import { readLeadSchema } from './wire/schema';

/**
 * The lead part of the interface (section 4). Every function throws ServiceError only, except for errors of
 * `beforeSend`.
 */
export type LeadCalls = {
  /** The current form of the portal. */
  readSchema(): Promise<LeadSchema>;
  /**
   * Sends the lead once. After an error with `reached: 'maybe'` that is not `refused` the lead may exist.
   *
   * `beforeSend` is called at most once, after all other checks; if it returns false, nothing is sent and the
   * result is undefined. After an error without a call to it, nothing was sent.
   */
  createLead(
    payload: LeadPayload,
    options?: { beforeSend?: () => Promise<boolean> },
  ): Promise<ServiceLead | undefined>;
  /**
   * The lead, or undefined if the service has none (404, 410) or calls it deleted. A gateway answers the same while the vendor
   * deploys, so such a response counts only if the form can be read right after it; otherwise it throws
   * `unavailable`.
   */
  readLead(id: string, call?: { class?: CallClass }): Promise<ServiceLead | undefined>;
  /**
   * Changes the given fields. The response's shape is not documented (section 4), and it may show the lead as
   * it was before the change. Read the lead back.
   *
   * `beforeSend` is called at most once, after all other checks; if it throws, nothing is sent.
   */
  updateLead(
    id: string,
    changes: LeadPayload,
    options?: { beforeSend?: () => Promise<void> },
  ): Promise<ServiceLead | undefined>;
  /** One page of all leads; `next` comes from an earlier page. */
  listLeads(page?: { next?: string }): Promise<LeadPage>;
};

/** The status of a new lead by section 3 of the interface, for responses to create without a status. */
const INITIAL_STATUS = 'pending';
const NOT_FOUND = 404;

/** Creates the calls of `LeadCalls` over one connection. */
export function leadCalls({ call, endpoints }: Connection): LeadCalls {
  /** Every portal has a form: if it cannot be read, a 404 says nothing about a lead. */
  async function confirmGone(callClass: CallClass): Promise<undefined> {
    const response = await undefinedIfNotFound(
      call({ what: 'schema', method: 'GET', url: endpoints.schema, callClass }),
    );
    if (response) return undefined;
    throw new ServiceError('unavailable', 'lead read: answered that it is gone, and so is the form', {
      status: NOT_FOUND,
      reached: 'no',
    });
  }

  function readLeadIn(what: string, response: ServiceResponse, id: string): ServiceLead {
    return parseResponse(what, response, (json) => readSingleLead(json, id));
  }

  /**
   * The lead behind an id that came without the lead. The id may be one of the request: only a read shows that it is the
   * lead's, and otherwise nothing is said of the create but that it was accepted.
   */
  async function readNew(
    id: string,
    { body, status }: { body: LeadPayload; status: number },
  ): Promise<ServiceLead> {
    const what = 'lead create';
    const url = leadUrl(id);
    const unclear = (cause?: unknown) =>
      new ServiceError('unexpected', `${what}: the answer does not show the lead`, { status, cause });
    try {
      const read = { what: 'lead read', method: 'GET', url, callClass: 'interactive' } as const;
      const lead = readLeadIn(what, await call(read), id);
      if (!showsSent(lead, body)) throw unclear();
      return lead;
    } catch (error) {
      throw error instanceof ServiceError ? unclear(error) : error;
    }
  }

  const leadUrl = (id: string) => `${endpoints.leads}/${pathSegment(id)}`;

  return {
    async readSchema() {
      const what = 'schema';
      const response = await call({ what, method: 'GET', url: endpoints.schema, callClass: 'background' });
      return parseResponse(what, response, readLeadSchema);
    },
    async createLead(body, { beforeSend } = {}) {
      const what = 'lead create';
      const request = { what, method: 'POST', url: endpoints.leads, body, callClass: 'interactive' } as const;
      const response = await call({ ...request, beforeSend }).catch(unlessCancelled);
      if (!response) return undefined;
      const lead = parseResponse(what, response, readSingleLead);
      const known = showsSent(lead, body) ? lead : await readNew(lead.id, { body, status: response.status });
      return { ...known, status: known.status || INITIAL_STATUS };
    },
    async readLead(id, { class: callClass = 'background' } = {}) {
      const what = 'lead read';
      const response = await undefinedIfNotFound(call({ what, method: 'GET', url: leadUrl(id), callClass }));
      if (!response) return await confirmGone(callClass);
      const lead = readLeadIn(what, response, id);
      return isMarkedDeleted(lead) ? undefined : lead;
    },
    async updateLead(id, body, { beforeSend } = {}) {
      const request = { what: 'lead update', method: 'PATCH', url: leadUrl(id), body } as const;
      const mayGo = beforeSend && (() => beforeSend().then(() => true));
      const response = await call({ ...request, callClass: 'interactive', beforeSend: mayGo });
      return leadIn(response.json);
    },
    async listLeads({ next } = {}) {
      const what = 'lead list';
      const url = nextPageUrl(endpoints.leads, next);
      const response = await call({ what, method: 'GET', url, callClass: 'fullSync' });
      const read = (body: unknown) => readLeadPage({ body, headers: response.headers, requested: next });
      return parseResponse(what, response, read);
    },
  };
}

function unlessCancelled(error: unknown): undefined {
  if (error instanceof CancelledError) return undefined;
  throw error;
}
