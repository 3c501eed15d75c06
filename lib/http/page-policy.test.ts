import { describe, expect, it } from 'vitest';
import { pagePolicy } from './page-policy';

function directives(appUrl = 'https://desk.example.com') {
  const parts = pagePolicy({ nonce: 'bm9uY2U=', appUrl }).split('; ');
  return new Map(parts.map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]));
}

describe('the policy of a page', () => {
  it('allows only our own files and elements with the nonce', () => {
    expect(directives().get('default-src')).toBe("'none'");
    expect(directives().get('script-src')).toBe("'self' 'nonce-bm9uY2U='");
    expect([...directives().values()].join(' ')).not.toMatch(/unsafe|\*|http:/);
  });

  it.each(['base-uri', 'object-src', 'frame-ancestors', 'script-src-attr'])('forbids %s', (name) => {
    expect(directives().get(name)).toBe("'none'");
  });

  it('allows form targets on this origin only', () => {
    expect(directives().get('form-action')).toBe("'self'");
  });

  it('requires https only if the desk itself uses it', () => {
    expect(directives().has('upgrade-insecure-requests')).toBe(true);
    expect(directives('http://localhost:3000').has('upgrade-insecure-requests')).toBe(false);
  });

  it('allows what hot reload needs in development, and nothing more', () => {
    const policy = (isDevelopment: boolean) =>
      pagePolicy({ nonce: 'bm9uY2U=', appUrl: 'http://localhost:3000', isDevelopment });
    expect(
      policy(true)
        .replace(" 'unsafe-eval'", '')
        .replace("style-src 'self' 'unsafe-inline'", "style-src 'self' 'nonce-bm9uY2U='"),
    ).toBe(policy(false));
  });
});
