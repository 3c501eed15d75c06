import { describe, expect, it } from 'vitest';
import { STATUS_TEXTS } from '@/lib/core/default-labels';
import { readPost } from '@/lib/http/read-post';
import { LOCALES } from '@/lib/i18n/locales';
import { textVersion } from '@/lib/lead-schema/status-settings';
import { fieldsInput, MAX_LENGTHS } from './command';

function post(texts: Record<string, string>) {
  const data = new FormData();
  const usual = { command: 'translate', field: 'size', language: 'de', label: 'Größe', help: '', shown: '' };
  for (const [name, value] of Object.entries({ ...usual, ...texts })) data.set(name, value);
  return readPost(data, fieldsInput.schema, fieldsInput.maxUnits);
}

describe('a post with an admin’s texts in another language', () => {
  it('is read with its language, and empty texts as none', () => {
    expect(post({ label: ' Größe ', help: 'Zahl\r\nder Personen', group: '' })).toEqual({
      ok: true,
      input: {
        command: 'translate',
        field: 'size',
        language: 'de',
        shown: '',
        label: 'Größe',
        help: 'Zahl der Personen',
        group: undefined,
      },
    });
  });

  it.each(['', 'xx', 'de-DE', 'DE', 'klingon', '__proto__', 'constructor', '../de', 'de\0'])(
    'is refused in the language %j',
    (language) => {
      expect(post({ language }).ok).toBe(false);
      expect(post({ command: 'default-language', language }).ok).toBe(false);
    },
  );

  it.each([
    ['label', 'a'.repeat(121)],
    ['help', 'a'.repeat(501)],
    ['group', 'a'.repeat(81)],
    ['label', 'Gr\u202eöße'],
    ['group', 'Fir\u2066ma'],
    ['label', 'zwei\nZeilen'],
  ])('is refused with an unusable %s', (field, text) => {
    expect(post({ [field]: text })).toMatchObject({ ok: false, problem: { field } });
  });

  it('may contain markup, which is text like any other', () => {
    expect(post({ label: '<b>Größe</b> & "mehr"' })).toMatchObject({
      input: { label: '<b>Größe</b> & "mehr"' },
    });
  });
});

describe('a post of the statuses', () => {
  const label = textVersion('Gewonnen');
  const row = { '0.status': 'won', '0.shown': JSON.stringify({ texts: { de: { label } } }), '0.place': '1' };
  const empty = Object.fromEntries(
    LOCALES.flatMap((locale) => STATUS_TEXTS.map((part) => [`0.${locale}.${part}`, ''])),
  );
  const statuses = (texts: Record<string, string>) =>
    post({ ...empty, ...row, '0.tone': '', '0.de.label': 'Gewonnen', command: 'statuses', ...texts });

  it('is read as what the admin changed on the page, and nothing else', () => {
    expect(statuses({})).toMatchObject({ input: { changes: [{ status: 'won', texts: [] }] } });
    const changed = { '0.tone': 'info', '0.place': '3', '0.de.label': ' ', '0.ja.meaning': 'a\r\nb' };
    expect(statuses(changed)).toEqual({
      ok: true,
      input: {
        command: 'statuses',
        changes: [
          {
            status: 'won',
            tone: 'info',
            place: 3,
            texts: [
              { language: 'de', part: 'label', was: label, text: undefined },
              { language: 'ja', part: 'meaning', was: undefined, text: 'a b' },
            ],
          },
        ],
      },
    });
  });

  it('is read at the longest that the page makes it', () => {
    const longest = (part: string) =>
      'a'.repeat(part === 'label' ? MAX_LENGTHS.status : MAX_LENGTHS.statusText);
    const rows = Array.from({ length: 50 }, (_, number) => {
      const texts = LOCALES.map(
        (locale) => [locale, STATUS_TEXTS.map((part) => [part, longest(part)])] as const,
      );
      const versions = texts.map(([locale, parts]) => {
        return [locale, Object.fromEntries(parts.map(([part, text]) => [part, textVersion(text)]))];
      });
      return [
        [`${number}.status`, 's'.repeat(2_000)],
        [`${number}.shown`, JSON.stringify({ tone: 'neutral', texts: Object.fromEntries(versions) })],
        [`${number}.place`, String(number + 1)],
        [`${number}.tone`, 'neutral'],
        ...texts.flatMap(([locale, parts]) =>
          parts.map(([part, text]) => [`${number}.${locale}.${part}`, text]),
        ),
      ];
    });
    const read = statuses(Object.fromEntries(rows.flat()));
    expect(read).toMatchObject({ input: { changes: Array.from({ length: 50 }, () => ({ texts: [] })) } });
  });

  it.each([
    ['0.place', '0'],
    ['0.tone', 'pink'],
    ['0.shown', '{'],
    ['0.de.label', 'a'.repeat(61)],
    ['0.de.meaning', 'a'.repeat(301)],
    ['0.de.meaning', 'Gr\u202eöße'],
  ])('is refused with an unusable %s', (field, text) => {
    expect(statuses({ [field]: text })).toMatchObject({ ok: false, problem: { field } });
  });
});
