import { expect } from 'vitest';
import type { HttpResponse } from './send';

/** On every answer. */
export const USUAL = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-permitted-cross-domain-policies': 'none',
};

/** The directives of its content security policy, by name. */
export function directivesOf({ headers }: HttpResponse): Map<string, string> {
  const policy = String(headers['content-security-policy'] ?? '');
  return new Map(policy.split('; ').map((part) => [part.split(' ')[0] ?? '', part]));
}

/** HTML that runs only scripts with this answer's nonce, cannot be framed, and is not cached. */
export function expectSafePage(response: HttpResponse): void {
  expect(response.headers).toMatchObject(USUAL);
  expect(response.headers['x-powered-by']).toBeUndefined();
  expect(response.headers['cache-control']).toMatch(/private.*no-store|no-store.*private/);
  const policy = directivesOf(response);
  for (const name of ['default-src', 'base-uri', 'object-src', 'frame-ancestors']) {
    expect(policy.get(name)).toBe(`${name} 'none'`);
  }
  expect([...policy.values()].join(' ')).not.toMatch(/unsafe-|\*/);
  const nonce = /'nonce-([^']+)'/.exec(policy.get('script-src') ?? '')?.[1] ?? 'none';
  const inline = (response.body.match(/<(?:script|style)\b[^>]*>/g) ?? []).filter(
    (tag) => !/ src=/.test(tag),
  );
  for (const tag of inline) expect(tag).toContain(`nonce="${nonce}"`);
  expect(response.body).not.toMatch(/<[^>]+ (?:on[a-z]+|style)="/);
}
