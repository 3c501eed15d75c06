import { expect, it } from 'vitest';
import { bodyLimitOf } from './refuse-request';
import { tooLargePage } from './too-large-page';

const draw = (path: string, lang = 'en') =>
  tooLargePage({
    texts: { lang, title: 'Too large', what: 'Up to {size}.', back: 'Back' },
    limit: bodyLimitOf(path),
    brand: { name: 'Desk' },
    nonce: 'n',
  });

it.each([
  ['/admin/fields/preview', 'Up to 900 kB.', '/admin/fields/preview'],
  ['/verify', 'Up to 300 kB.', '/verify'],
  ['/leads/import/upload', 'Up to 10 MB.', '/leads/import'],
  ['/admin/brand/image', 'Up to 5 MB.', '/admin/brand'],
  ['/leads/new', 'Up to 1 MB.', '/leads/new'],
])('a form too large for %s is told %s, with a way back', (path, limit, page) => {
  const html = draw(path);
  expect(html).toContain(limit);
  expect(html).toContain(`href="${page}"`);
});

it('states the limit in the units of the language', () => {
  expect(draw('/leads/import/upload', 'fr')).toMatch(/10\sMo/u);
});

it('shows an address as text', () => {
  expect(draw('/x"><script>')).not.toContain('<script>');
});
