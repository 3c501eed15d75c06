import { expect, it } from 'vitest';
import { nonceOf, withNonce } from './nonce';

const response = (policy: string, body = '') =>
  new Response(body, { headers: { 'content-security-policy': policy } });

it('a cached page is answered under a nonce of its own, in its policy and on its scripts', async () => {
  const cached = response(
    "script-src 'self' 'nonce-b2xk+/=='; style-src 'nonce-b2xk+/=='",
    '<script nonce="b2xk+/==">1</script><script nonce="b2xk+/==">2</script>',
  );
  const next = await withNonce(cached, 'bmV3');
  expect(next.headers.get('content-security-policy')).toBe(
    "script-src 'self' 'nonce-bmV3'; style-src 'nonce-bmV3'",
  );
  expect(await next.text()).toBe('<script nonce="bmV3">1</script><script nonce="bmV3">2</script>');
});

it('a page without a nonce is not the desk’s', () => {
  expect(nonceOf(response("default-src 'none'"))).toBeUndefined();
  expect(nonceOf(new Response(''))).toBeUndefined();
});
