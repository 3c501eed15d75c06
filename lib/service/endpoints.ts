import 'server-only';
import { ServiceError } from './error';

export type Endpoints = {
  token: string;
  schema: string;
  leads: string;
  subscriptions: string;
};

/** The addresses in section 4 of the interface. */
export function endpointsOf(config: { baseUrl: string; authUrl: string; companyId: string }): Endpoints {
  const base = config.baseUrl.replace(/(?<!\/)\/+$/, '');
  const company = pathSegment(config.companyId);
  return {
    token: `${config.authUrl.replace(/(?<!\/)\/+$/, '')}/oauth/token`,
    schema: `${base}/1.0/api/company/${company}/schema/lead`,
    leads: `${base}/1.0/api/company/${company}/leads`,
    subscriptions: `${base}/1.0/webhooks/companies/${company}/subscriptions`,
  };
}

/**
 * An id as one segment of a path. Ids are untrusted: `..` would change the path, and a lone surrogate cannot
 * be encoded.
 *
 * @throws {ServiceError} `refused` for an id that does not fit in a URL
 */
export function pathSegment(id: string): string {
  if (id === '' || id === '.' || id === '..' || /\p{Surrogate}/u.test(id)) {
    throw new ServiceError('refused', 'this id cannot be part of an address', { reached: 'no' });
  }
  return encodeURIComponent(id);
}

/**
 * The address of a further page: `next` from the service, resolved against the list's own address. The
 * request with our token always goes to the service itself.
 *
 * @throws {ServiceError} `unexpected` if it names another host, or is not a URL
 */
export function nextPageUrl(leads: string, next: string | undefined): string {
  if (next === undefined) return leads;
  const home = new URL(leads);
  const page = URL.canParse(next, home) ? new URL(next, home) : undefined;
  if (page?.host !== home.host || !/^https?:$/.test(page.protocol)) {
    throw new ServiceError('unexpected', 'leads: the next page is at an address of another host', {
      reached: 'no',
    });
  }
  // Behind a proxy, a service may report its own scheme as http: keep ours.
  return `${home.origin}${page.pathname}${page.search}`;
}
