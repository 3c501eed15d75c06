const POLICY = 'content-security-policy';

/** The nonce that the policy of a response allows; undefined if there is none. */
export function nonceOf({ headers }: Pick<Response, 'headers'>): string | undefined {
  return /'nonce-([\w+/=]+)'/.exec(headers.get(POLICY) ?? '')?.[1];
}

/** The same answer under another nonce: no two answers share one. */
export async function withNonce(response: Response, nonce: string): Promise<Response> {
  const before = nonceOf(response) ?? nonce;
  const headers = new Headers(response.headers);
  headers.set(POLICY, (headers.get(POLICY) ?? '').replaceAll(before, nonce));
  return new Response((await response.text()).replaceAll(before, nonce), { headers });
}
