import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { LOCALES, type Locale } from '@/lib/i18n/locales';
import { textsOf } from '@/scripts/lib/texts';
import { readable, tagsOf } from '@/tests/support/desk/html';
import { indiscretionOf } from './harness/generic';
import { type HttpResponse, send } from './harness/send';
import { openWorld, type World } from './harness/world';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});

type Sent = { cookie?: string; language?: string; path?: string };

function get({ cookie = '', language, path = '/signin' }: Sent): Promise<HttpResponse> {
  const headers = {
    ...(cookie && { cookie }),
    ...(language !== undefined && { 'accept-language': language }),
  };
  return send({ origin: world.origin, path, headers });
}

const langOf = ({ body }: HttpResponse) => tagsOf(body, 'html')[0]?.lang;
const asAgent = (sent: Sent = {}) => get({ cookie: world.browsers.agent.cookies(), path: '/leads', ...sent });

describe('row 51: a language that no browser asks for', () => {
  it.each([
    ['no number', 'de;q=NaN, fr;q=0.5', 'fr'],
    ['a weight without end', `de;q=0.${'9'.repeat(400)}`, 'de'],
    ['a negative weight', 'de;q=-1, ja;q=0.1', 'ja'],
    ['any language', '*', 'en'],
    ['any but one', 'en;q=0, *', 'en'],
    ['a path', '../../../../etc/passwd, de', 'de'],
    ['a path of ours', '../messages/de.json', 'en'],
    ['names of properties', '__proto__, constructor, toString, hasOwnProperty, es', 'es'],
    ['markup', '"><script>alert(1)</script>, pt', 'pt'],
    ['extensions', 'ar-u-nu-arab, de-u-ca-buddhist-nu-thai-co-phonebk', 'de'],
    ['nothing but separators', ',;,;,-,_,;q=', 'en'],
    ['bytes that are not ASCII', '\u00e9\u00df, ja', 'ja'],
    ['thousands of tags', `${'zz-YY,'.repeat(1_800)}de`, 'en'],
    ['one tag of thousands of parts', `de${'-abcd'.repeat(2_000)}`, 'en'],
  ])('%s', async (_what, language, expected) => {
    const response = await get({ language });
    expect(response.status).toBe(200);
    expect(langOf(response)).toBe(expected);
    expect(indiscretionOf(response, ['etc/passwd', '<script>alert(1)'])).toBeUndefined();
  });

  it('64 kB of it are refused before any page is made, and the next visitor is served', async () => {
    const response = await get({ language: 'de,'.repeat(22_000) });
    expect(response.status).toBe(431);
    expect(langOf(await get({ language: 'de' }))).toBe('de');
  });

  it('in several headers is read like one', async () => {
    const headers = { 'accept-language': ['nl', 'fr;q=0.2', 'ja;q=0.9'] };
    expect(langOf(await send({ origin: world.origin, path: '/signin', headers }))).toBe('ja');
  });

  it.each([
    ['unknown', 'klingon'],
    ['a path', '../../etc/passwd'],
    ['a path, encoded', '..%2f..%2fetc%2fpasswd'],
    ['a name of a property', '__proto__'],
    ['not UTF-8', '%ff%fe'],
    ['half an escape', '%'],
    ['a tag with a region', 'de-DE'],
    ['long', 'd'.repeat(2_000)],
    ['empty', ''],
  ])('in the cookie, %s, leaves the choice to the header', async (_what, value) => {
    const response = await get({
      cookie: `language=${value}; tz=${value}; theme=${value}`,
      language: 'fr-CH',
    });
    expect(response.status).toBe(200);
    expect(langOf(response)).toBe('fr-CH');
    expect(indiscretionOf(response, ['etc/passwd'])).toBeUndefined();
    const signedIn = await asAgent({
      cookie: `${world.browsers.agent.cookies()}; language=${value}; tz=${value}`,
      language: 'fr-CH',
    });
    expect([signedIn.status, langOf(signedIn)]).toEqual([200, 'fr-CH']);
  });

  it('in the address of the admin’s texts shows those of the default language', async () => {
    const cookie = world.browsers.admin.cookies();
    const own = readable((await get({ cookie, path: '/admin/fields' })).body);
    for (const texts of [
      'klingon',
      '__proto__',
      'constructor',
      '..%2fde',
      'xx',
      'DE',
      '%00',
      'd'.repeat(5_000),
    ]) {
      const response = await get({ cookie, path: `/admin/fields?texts=${texts}` });
      expect(response.status).toBe(200);
      expect(readable(response.body).slice(0, 300)).toBe(own.slice(0, 300));
    }
    expect((await get({ cookie, path: '/admin/fields?texts=de&texts=ja' })).status).toBe(200);
  });
});

/** Sentences of a catalogue that no other text contains by chance. */
function sentencesOf(locale: Locale): string[] {
  return textsOf(JSON.parse(readFileSync(`messages/${locale}.json`, 'utf8')))
    .map(({ text }) => text)
    .filter((text) => text.length > (locale === 'ja' ? 8 : 15) && !/[{}<>\n'"&\\]/.test(text));
}

describe('an answer in a language', () => {
  const TAGS = ['en-GB', 'de-AT', 'fr-CH', 'es-MX', 'pt-BR', 'ja-JP'] as const;
  const PATHS = ['/signin', '/accessibility', '/leads', '/leads/new', '/admin', '/admin/fields'] as const;
  const sentences = new Map(LOCALES.map((locale) => [locale, sentencesOf(locale)]));

  const cookieFor = (path: string) => {
    if (path.startsWith('/admin')) return world.browsers.admin.cookies();
    return path.startsWith('/leads') ? world.browsers.agent.cookies() : '';
  };

  it.each(TAGS)('contains no text of another one, and is kept by no cache: %s', async (tag) => {
    const locale = LOCALES.find((each) => tag.startsWith(each)) ?? 'en';
    const own = (sentences.get(locale) ?? []).join('\n');
    const foreign = LOCALES.filter((each) => each !== locale).flatMap((each) =>
      (sentences.get(each) ?? []).filter((text) => !own.includes(text)),
    );
    for (const path of PATHS) {
      const response = await get({ path, cookie: cookieFor(path), language: `${tag},nl;q=0.5` });
      expect([response.status, langOf(response)], path).toEqual([200, tag]);
      expect(response.headers['cache-control'], path).toMatch(/private, no-store/);
      expect(response.headers.etag, path).toBeUndefined();
      expect(
        (sentences.get(locale) ?? []).some((text) => response.body.includes(text)),
        path,
      ).toBe(true);
      expect(
        foreign.filter((text) => response.body.includes(text)),
        path,
      ).toEqual([]);
    }
  });

  it.each(TAGS)('has the times of its language and region: %s', async (tag) => {
    const { body } = await asAgent({ language: tag });
    const format = new Intl.DateTimeFormat(tag, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: 'UTC',
      timeZoneName: 'short',
    });
    const times = [...body.matchAll(/<time dateTime="([^"]+)"><span[^>]*title="([^"]+)"/g)];
    expect(times.length).toBeGreaterThan(0);
    for (const [, iso = '', title] of times) expect(title).toBe(format.format(new Date(iso)));
  });

  it('does not depend on what was asked for just before', async () => {
    const wanted = Array.from({ length: 24 }, (_, n) => TAGS[n % TAGS.length] ?? 'en-GB');
    const answers = await Promise.all(wanted.map((language) => asAgent({ language })));
    expect(answers.map(langOf)).toEqual(wanted);
  });
});
