import 'server-only';
import type { ServiceError } from '@/lib/service/error';
import { readNetworkFailure } from '@/lib/service/network-failure';
import type { CauseCode, Facts, Finding, Item } from './finding';

const NETWORK: Readonly<Record<string, CauseCode>> = {
  ENOTFOUND: 'no-such-host',
  EAI_AGAIN: 'no-such-host',
  ECONNREFUSED: 'nobody-listens',
  EHOSTUNREACH: 'nobody-listens',
  ENETUNREACH: 'nobody-listens',
  REDIRECT: 'redirects',
  // The response was not TLS, as from a port for plain http.
  ERR_SSL_WRONG_VERSION_NUMBER: 'no-tls-there',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'no-tls-there',
};

const CERTIFICATES: Readonly<Record<string, CauseCode>> = {
  CERT_HAS_EXPIRED: 'certificate-expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-other-name',
};
/** Node's and OpenSSL's codes for a failed TLS handshake. */
const TRUST = /CERT|SSL|TLS|UNABLE_TO_/;

/** Why there was no response at all, by the error of `fetch`. */
export function networkCause(error: unknown): CauseCode {
  const { code } = readNetworkFailure(error);
  const trust =
    CERTIFICATES[code] ?? (TRUST.test(code) && !code.startsWith('UND_') ? 'certificate' : undefined);
  return NETWORK[code] ?? trust ?? 'no-response-in-time';
}

/**
 * What a failed call means for the operator.
 *
 * @param task.about the setting with the requested URL
 * @param task.refused the causes of a 401 and of a 403, whose meaning depends on the URL
 */
export function failedCall(
  error: ServiceError,
  { about, refused }: { about: string; refused: (error: ServiceError) => readonly CauseCode[] },
): Finding {
  const facts = factsOf(error);
  const because = (...codes: CauseCode[]): Finding => ({
    state: 'bad',
    facts,
    causes: codes.map((code) => ({ code, about })),
  });
  if (error.step === 'desk') return { ...because('resting'), state: 'unknown' };
  const { status } = error;
  if (status === undefined) {
    if (error.cause === undefined) return because('unreadable');
    return because(networkCause(error.cause));
  }
  if (status === 404 || status === 410) return because('nothing-there');
  switch (error.kind) {
    case 'auth':
      return because(...refused(error));
    case 'rate-limited':
    case 'unavailable':
      return because('service-fails');
    case 'refused':
    case 'unexpected':
      return because('unreadable');
  }
}

/** The status and the service's message. */
function factsOf({ status, serviceMessage }: ServiceError): Facts {
  return {
    ...(status !== undefined && { status }),
    ...(serviceMessage !== undefined && { said: serviceMessage }),
  };
}

/** The fact `items`. */
export const items = (list: Item[]) => ({ items: list });
