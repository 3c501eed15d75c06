import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '@/tests/support/desk/browser';
import { alteredChunk, HTML, huge, picture } from '@/tests/support/pictures';
import { footprintOf } from './harness/footprint';
import { formsOf, type PostedForm, postForm } from './harness/forms';
import { type HttpResponse, send } from './harness/send';
import { type Actor, openWorld, type World } from './harness/world';

const IMAGE = '/admin/brand/image';
const SVG =
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});

/** Uploads a file as a browser without scripts does; the name and the type are the sender's to choose. */
function upload(actor: Actor, file: Uint8Array, { image = 'logo', name = 'logo.png' } = {}): Promise<Page> {
  const form = new FormData();
  form.set('image', image);
  form.set('file', new File([new Uint8Array(file)], name, { type: 'image/png' }));
  return world.browsers[actor].post(IMAGE, form);
}

const brand = async () => {
  const { rows } = await world.sql.query<{ value: Record<string, unknown> }>(
    "select value from desk_settings where name = 'brand'",
  );
  return rows[0]?.value ?? {};
};

const outcomeOf = ({ path }: Page) => new URLSearchParams(path.split('?')[1]).get('outcome');

describe('row 48: a hostile logo is refused, and the logo stays as it was', () => {
  it.each<[string, () => Uint8Array | Promise<Uint8Array>, string]>([
    ['an SVG with a script', () => Buffer.from(SVG), 'format'],
    ['a GIF that is a script, too', () => Buffer.from('GIF89a/*\u0000*/=1;alert(1)'), 'format'],
    ['a page', () => Buffer.from(HTML), 'format'],
    ['20,000 × 20,000 pixels', () => huge({ width: 20_000, height: 20_000 }), 'size'],
    [
      'a truncated file',
      async () => (await picture({ width: 300, height: 300, noise: true })).subarray(0, 9_000),
      'format',
    ],
    [
      'the beginning of a PNG before an SVG',
      async () =>
        Buffer.concat([(await picture({ width: 64, height: 64 })).subarray(0, 8), Buffer.from(SVG)]),
      'format',
    ],
    ['5.5 MB', () => Buffer.alloc(5.5 * 1024 * 1024, 1), 'size'],
    ['nothing', () => Buffer.alloc(0), 'no-file'],
  ])('%s', async (_what, make, outcome) => {
    const before = await brand();
    const page = await upload('admin', await make());
    expect(outcomeOf(page)).toBe(outcome);
    expect(page.status).toBe(200);
    expect(await brand()).toEqual(before);
  });

  it('30 MB are refused before they are read', async () => {
    const before = await footprintOf(world.sql);
    const response = await send({
      origin: world.origin,
      path: IMAGE,
      method: 'POST',
      body: new Uint8Array(30_000_000),
      headers: {
        cookie: world.browsers.admin.cookies(),
        origin: world.origin,
        'content-type': 'multipart/form-data; boundary=x',
      },
    });
    expect([0, 413]).toContain(response.status);
    expect(response.ms).toBeLessThan(20_000);
    expect(await footprintOf(world.sql)).toEqual(before);
  });

  it('an upload of anyone else changes nothing', async () => {
    const before = await brand();
    const file = await picture({ width: 64, height: 64 });
    for (const actor of ['agent', 'manager', 'unmapped'] as const)
      expect((await upload(actor, file)).status).toBe(404);
    expect((await upload('signed out', file)).status).toBe(401);
    expect(await brand()).toEqual(before);
  });
});

describe('row 49: a logo with something else in it is served as its pixels alone', () => {
  it.each<[string, () => Promise<Uint8Array>]>([
    [
      'a page after a PNG',
      async () => Buffer.concat([await picture({ width: 64, height: 64 }), Buffer.from(HTML)]),
    ],
    [
      'a script in a comment of a PNG',
      async () => alteredChunk(await picture({ width: 64, height: 64 }), 'tEXt', HTML),
    ],
    ['an animated WebP', () => picture({ width: 64, height: 64, frames: 3 })],
  ])('%s', async (_what, make) => {
    expect(outcomeOf(await upload('admin', await make(), { name: '../../x.html' }))).toBe('set');
    const { digest } = (await brand()).logo as { digest: string };
    const response = await send({ origin: world.origin, path: `/brand/${digest}.png` });
    expectInertPicture(response);
  });

  it('nothing else is served there', async () => {
    const { digest } = (await brand()).logo as { digest: string };
    const zeros = '0'.repeat(32);
    for (const name of [
      `${zeros}.png`,
      `${digest}.html`,
      digest,
      `${digest}.PNG`,
      `${digest.toUpperCase()}.png`,
    ]) {
      const response = await send({ origin: world.origin, path: `/brand/${name}` });
      expect(response.status, name).toBe(404);
      expect(String(response.headers['cache-control'] ?? ''), name).not.toContain('immutable');
    }
  });
});

function expectInertPicture({ status, headers, body }: HttpResponse): void {
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(headers['set-cookie']).toBeUndefined();
  expect(body).not.toContain('script');
}

describe('row 50: the texts of a brand', () => {
  const NAME = '"><script>alert(1)</script>\u202e& Co';

  /** The form as the admin's page has it, with other texts. */
  async function save(texts: Record<string, string>): Promise<HttpResponse> {
    const { text } = await world.browsers.admin.get('/admin/brand');
    const form = formsOf(text).find(({ fields }) => fields.some(([, value]) => value === 'save'));
    if (!form) throw new Error('The page has no form for the texts.');
    const fields: PostedForm['fields'] = form.fields.map(([name, value]) => [name, texts[name] ?? value]);
    return postForm(world.browsers.admin, world.origin, { path: '/admin/brand', fields });
  }

  it('with markup and direction marks are shown as text, on every page and without scripts', async () => {
    await save({ name: NAME });
    expect((await brand()).name).toBe('"><script>alert(1)</script>& Co');
    for (const path of ['/signin', '/accessibility', '/nothing-here']) {
      const { text } = await world.browsers['signed out'].get(path);
      expect(text, path).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(text, path).not.toMatch(/<script>alert|\u202e/);
    }
  });

  it.each([
    ['name', 'x'.repeat(10_000)],
    ['accent', '#fff;}*{display:none'],
    ['accent', 'url(https://evil.example)'],
    ['helpUrl', 'javascript:alert(1)'],
    ['helpUrl', 'data:text/html,<script>alert(1)</script>'],
    ['privacyUrl', 'java\tscript:alert(1)'],
    ['privacyUrl', 'https://vendor.example@evil.example/'],
  ])('%s may not be %s', async (name, value) => {
    const before = await brand();
    expect((await save({ [name]: value })).status).toBe(200);
    expect(await brand()).toEqual(before);
  });
});
