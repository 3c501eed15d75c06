import { describe, expect, it } from 'vitest';
import { readPost } from '@/lib/http/read-post';
import { fieldsInput } from './command';

function post(texts: Record<string, string>) {
  const data = new FormData();
  const usual = { command: 'translate', field: 'size', language: 'de', label: 'Größe', help: '', shown: '' };
  for (const [name, value] of Object.entries({ ...usual, ...texts })) data.set(name, value);
  return readPost(data, fieldsInput.schema);
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
      expect(post({ command: 'translate-status', status: 'won', language }).ok).toBe(false);
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
