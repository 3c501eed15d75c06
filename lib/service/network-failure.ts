import 'server-only';

/** Failures before a request can be sent: name resolution, connection, certificate. */
const BEFORE_SENDING = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'UND_ERR_CONNECT_TIMEOUT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_UNSUPPORTED_PROTOCOL',
]);

const CERTIFICATE = /^(CERT_|UNABLE_TO_)/;

export type NetworkFailure = {
  /** The system's code, for the log; 'TIMEOUT' and 'REDIRECT' are ours. */
  code: string;
  /** 'no' only if the request was definitely not sent; a reset may follow after the service stored it. */
  reached: 'no' | 'maybe';
};

/** Classifies the error of a rejected `fetch` by its chain of causes; never throws. */
export function readNetworkFailure(error: unknown): NetworkFailure {
  const causes = causesOf(error);
  const code = causes.map((cause) => codeOf(cause)).find((found) => found !== undefined);
  if (causes.some((cause) => nameOf(cause) === 'TimeoutError')) return { code: 'TIMEOUT', reached: 'maybe' };
  if (causes.some((cause) => cause instanceof Error && cause.message === 'unexpected redirect')) {
    return { code: 'REDIRECT', reached: 'maybe' };
  }
  if (code === undefined) return { code: 'UNKNOWN', reached: 'maybe' };
  const connecting = causes.some(
    (cause) => syscallOf(cause) === 'connect' || syscallOf(cause) === 'getaddrinfo',
  );
  const before = connecting || BEFORE_SENDING.has(code) || CERTIFICATE.test(code);
  return { code, reached: before ? 'no' : 'maybe' };
}

const MAX_CAUSES = 5;

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let cause = error; cause instanceof Error && causes.length < MAX_CAUSES; cause = cause.cause) {
    causes.push(cause);
  }
  return causes;
}

function codeOf(cause: unknown): string | undefined {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  // A DOMException has a numeric code that is unrelated to the network.
  return typeof code === 'string' ? code : undefined;
}

function syscallOf(cause: unknown): unknown {
  return cause instanceof Error && 'syscall' in cause ? cause.syscall : undefined;
}

function nameOf(cause: unknown): string | undefined {
  return cause instanceof Error ? cause.name : undefined;
}
