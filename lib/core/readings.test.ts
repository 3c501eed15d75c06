import { describe, expect, it } from 'vitest';
import { readingsOf } from './readings';

const JSON_TEXT = '{"firstName":"Jörg","lastName":"Zustellmann","email":"j@zu.example"}';
const utf8 = (text: string) => new Uint8Array(Buffer.from(text, 'utf8'));
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));
const swapped = (bytes: Uint8Array) => new Uint8Array(Buffer.from(bytes).swap16());
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const quoted = (text: string) =>
  [...Buffer.from(text, 'utf8')]
    .map(
      (byte, at) =>
        `${byte < 33 || byte > 126 || byte === 61 ? `=${byte.toString(16).toUpperCase().padStart(2, '0')}` : String.fromCharCode(byte)}${at % 20 === 19 ? '=\r\n' : ''}`,
    )
    .join('');
const escaped = (text: string) =>
  [...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

const holds = (bytes: Uint8Array, word: string) => readingsOf(bytes).some((text) => text.includes(word));

describe('bytes in whatever encoding', () => {
  it.each<[string, Uint8Array]>([
    ['UTF-8', utf8(JSON_TEXT)],
    ['UTF-16, little-endian', utf16(JSON_TEXT)],
    ['UTF-16, little-endian, with its mark', utf16(`\ufeff${JSON_TEXT}`)],
    ['UTF-16, big-endian', swapped(utf16(JSON_TEXT))],
    ['UTF-16 whose first byte is lost', utf16(JSON_TEXT).slice(1)],
    ['Windows-1252', new Uint8Array(Buffer.from(JSON_TEXT, 'latin1'))],
    ['JSON escapes', utf8(`{"a":"${escaped('Jörg Zustellmann')}"}`)],
    ['base64', utf8(base64(utf8(JSON_TEXT)))],
    ['base64 in lines', utf8(base64(utf8(JSON_TEXT)).replace(/.{20}/g, '$&\r\n'))],
    [
      'base64 in JSON, with escaped slashes and lines',
      utf8(JSON.stringify({ raw: base64(utf8(JSON_TEXT)).replace(/.{20}/g, '$&\n') }).replaceAll('/', '\\/')),
    ],
    ['base64 in an address', utf8(`payload=${encodeURIComponent(base64(utf8(JSON_TEXT)))}&x=1`)],
    ['base64 for addresses', utf8(`{"raw":"${Buffer.from(JSON_TEXT).toString('base64url')}"}`)],
    ['base64 of UTF-16', utf8(base64(utf16(JSON_TEXT)))],
    ['base64 of JSON escapes', utf8(base64(utf8(`{"a":"${escaped('Jörg Zustellmann')}"}`)))],
    ['base64 in base64', utf8(base64(utf8(`{"raw":"${base64(utf8(JSON_TEXT))}"}`)))],
    ['base64 of each value', utf8(`{"a":"${base64(utf8('Jörg'))}","b":"${base64(utf8('Zustellmann'))}"}`)],
    ['quoted-printable', utf8(quoted(JSON_TEXT))],
    ['XML', utf8('<a>J&#246;rg</a><b>&#x5a;ustellmann</b>')],
    ['a posted form', utf8(`a=${encodeURIComponent('Jörg')}&b=Zustellm%61nn`)],
    ['UTF-16 with JSON escapes', utf16(`{"a":"${escaped('Jörg Zustellmann')}"}`)],
  ])('is read: %s', (_, bytes) => {
    expect(holds(bytes, 'Zustellmann')).toBe(true);
    expect(holds(bytes, 'Jörg')).toBe(true);
  });

  it('has what stands in base64 where it stands', () => {
    const text = `{"a":"${base64(utf8('Jörg'))}","b":"${base64(utf8('Zustellmann'))}"}`;
    expect(readingsOf(utf8(text))).toContain('{"a":"Jörg","b":"Zustellmann"}');
  });

  it('is read once where nothing is encoded', () => {
    expect(readingsOf(utf8('{"name":"Ann"}'))).toEqual(['{"name":"Ann"}']);
  });

  it('takes no longer for what an attacker sends', () => {
    const started = Date.now();
    for (const text of [
      'A'.repeat(200_000),
      'QUJD='.repeat(40_000),
      '=\r\n'.repeat(60_000),
      '%41'.repeat(60_000),
      'QWRhIEJyYW5kdA== '.repeat(12_000),
    ])
      readingsOf(utf8(text));
    readingsOf(new Uint8Array(200_000));
    expect(Date.now() - started).toBeLessThan(20_000);
  });
});
