import { performance } from 'node:perf_hooks';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import { SIGNATURES } from '@/tests/support/signatures';
import { readContact } from './read-contact';

describe('a pasted text', () => {
  it.each(SIGNATURES)('$name: every part is read, and no other', ({ text, says }) => {
    expect(readContact(text)).toEqual(says);
  });

  it.each(SIGNATURES)('$name: line ends of other systems make no difference', ({ text, says }) => {
    expect(readContact(text.replaceAll('\n', '\r\n'))).toEqual(says);
  });

  it.each([
    ['nothing', ''],
    ['a sentence', 'We met at the fair on 12.03.2026 and want to talk about 1,500,000 parcels a year.'],
    ['a greeting', 'Best regards'],
    ['numbers of registers', 'IBAN DE89 3704 0044 0532 0130 00\nUSt-IdNr. DE123456789\nHRB 1234567'],
    ['a fax only', 'Fax: +44 20 7946 0959'],
    ['a date and an order', 'Order 2026-03-12, 12/03/2026'],
    ['a profile only', 'https://www.linkedin.com/in/nora'],
    ['an empty card', 'BEGIN:VCARD\nVERSION:3.0\nEND:VCARD'],
    ['an empty code', 'MECARD:;;'],
  ])('%s says nothing', (_, text) => {
    expect(readContact(text)).toEqual({});
  });

  it.each([
    ['i. A. Hans-Peter von der Heide', 'Hans-Peter', 'von der Heide'],
    ['i.V. Nora Winters', 'Nora', 'Winters'],
    ['ppa. Dr. Nora Winters', 'Nora', 'Winters'],
    // Initials.
    ['I. A. Smith', 'I. A.', 'Smith'],
  ])('%s signs for somebody else, which is no name', (name, firstName, lastName) => {
    const text = `${name}\nAlder Logistics GmbH\nTel. +49 30 901820`;
    expect(readContact(text)).toMatchObject({ firstName, lastName, company: 'Alder Logistics GmbH' });
  });

  it('a card gives what its owner prefers most', () => {
    const lines = (version: string, [one, other]: [string, string]) => [
      ...['BEGIN:VCARD', `VERSION:${version}`, 'FN:Nora Winters'],
      ...[`TEL;TYPE=work;${one}:+44 20 7946 0100`, `TEL;TYPE=work;${other}:+44 20 7946 0199`],
      ...[`EMAIL;TYPE=work;${one}:old.nora@alder.example`, `EMAIL;TYPE=work;${other}:nora@alder.example`],
      'END:VCARD',
    ];
    const preferred = { email: 'nora@alder.example', phone: '+44 20 7946 0199' };
    expect(readContact(lines('4.0', ['PREF=50', 'PREF=1']).join('\n'))).toMatchObject(preferred);
    expect(readContact(lines('4.0', ['PREF=100', 'PREF="2"']).join('\n'))).toMatchObject(preferred);
    expect(readContact(lines('4.0', ['X=1', 'PREF=100']).join('\n'))).toMatchObject(preferred);
    expect(readContact(lines('3.0', ['TYPE=voice', 'TYPE=pref']).join('\n'))).toMatchObject(preferred);
  });

  it.each(['ENCODING=B', 'ENCODING=BASE64', 'BASE64'])('of a card with %s no code is a name', (encoding) => {
    const text = `BEGIN:VCARD\nFN;CHARSET=UTF-8;${encoding}:Wm/DqyBMZWbDqHZyZQ==\nN;${encoding};X=1:TGVmw6h2cmU7Wm/Dqzs7Ow==\nEMAIL:zoe@aulne.example\nEND:VCARD`;
    expect(readContact(text)).toEqual({ email: 'zoe@aulne.example' });
  });

  it.each([
    [
      'https://eur02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.alder.example%2F&data=05%7C01',
      'https://www.alder.example/',
    ],
    [
      'https://www.google.com/url?q=https%3A%2F%2Fwww.alder.example%2Fa%3Fb%3D1&sa=D',
      'https://www.alder.example/a?b=1',
    ],
    // Cut off, or written in another way.
    ['https://eur02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.ald', undefined],
    ['https://urldefense.com/v3/__https://www.alder.example/__;!!abc', undefined],
    ['https://urldefense.proofpoint.com/v2/url?u=https-3A__www.alder.example_&d=DwMF', undefined],
    ['https://protect-eu.mimecast.com/s/abc?domain=alder.example', undefined],
    ['https://www.alder.example/a?b=1', 'https://www.alder.example/a?b=1'],
  ])('a website that is wrapped in another is the one inside, or none: %s', (address, website) => {
    expect(readContact(`Nora Winters\nVisit our site<${address}>`).website).toBe(website);
  });

  it.each([
    [
      'a card of a company',
      'BEGIN:VCARD\nVERSION:4.0\nKIND:org\nFN:Acme Holdings\nEND:VCARD',
      'Acme Holdings',
    ],
    [
      'a company in an address book',
      'BEGIN:VCARD\nVERSION:3.0\nN:;;;;\nFN:Acme Holdings\nORG:Acme Holdings\nX-ABShowAs:COMPANY\nEND:VCARD',
      'Acme Holdings',
    ],
    ['a team', 'Acme Trading Group\nSupport Team\nhelp@acme-trading.example', 'Acme Trading Group'],
  ])('%s is no person', (_, text, company) => {
    const { firstName, lastName, fullName, company: read } = readContact(text);
    expect([firstName, lastName, fullName, read]).toEqual([undefined, undefined, undefined, company]);
  });

  it.each([
    ['a signature', 'Nora Winters\nnora\u2060@alder.\u200bexample\nTel: \u202a+49 30\u2011901820\u202c'],
    [
      'a signature in full width',
      'Nora Winters\nｎｏｒａ＠ａｌｄｅｒ．ｅｘａｍｐｌｅ\nＴＥＬ：＋４９ ３０－９０１８２０',
    ],
    [
      'a card',
      'BEGIN:VCARD\nFN:Nora Winters\nEMAIL:nora\u200b@alder.example\nTEL:\u202a+49 30\u2011901820\u202c\nEND:VCARD',
    ],
  ])('%s gives number and address without odd characters', (_, text) => {
    expect(readContact(text)).toMatchObject({ email: 'nora@alder.example', phone: '+49 30-901820' });
  });

  it('has no invisible or direction characters in its parts', () => {
    const read = readContact(
      'Nora\u200b Win\u202eters\u202c\nNORA@alder.example\u2069\nTel: +44 20\u00a07946\u20660958',
    );
    expect(read).toMatchObject({ email: 'NORA@alder.example' });
    for (const part of Object.values(read)) expect(part).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

const HOSTILE = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        ...[
          'BEGIN:VCARD',
          'END:VCARD',
          'MECARD:',
          '\n',
          '\r',
          ' ',
          ';',
          ':',
          '=',
          '\\',
          '"',
          '--\n',
          'TEL',
          'N:',
        ],
        ...['\u202e', '\ud800', '\0', 'QUOTED-PRINTABLE', '=C3', 'a@b.de', '+49', '0', '|', '@', '.', '３'],
      ),
      { maxLength: 80 },
    )
    .map((parts) => parts.join('')),
);

describe('any text', () => {
  it('is read without an error, the same way twice, into short lines', () => {
    fc.assert(
      fc.property(HOSTILE, (text) => {
        const read = readContact(text);
        expect(readContact(text)).toEqual(read);
        for (const part of Object.values(read)) {
          expect(part.length).toBeLessThanOrEqual(200);
          expect(part).not.toMatch(/[\p{Cc}\p{Cf}]/u);
          expect(part.trim()).toBe(part);
          expect(part).not.toBe('');
          expect(part.isWellFormed()).toBe(true);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  const MB = 1_000_000;
  it.each([
    ['letters', 'a'.repeat(MB)],
    ['digits', '0'.repeat(MB)],
    ['spaces', ' '.repeat(MB)],
    ['lines', '\n'.repeat(MB)],
    ['at signs', 'a@'.repeat(MB / 2)],
    ['dots', 'a.'.repeat(MB / 2)],
    ['numbers', '+49 30 1234567 '.repeat(MB / 15)],
    ['separators', ' | '.repeat(MB / 3)],
    ['capital words', 'Ab '.repeat(MB / 3)],
    ['lines of a signature', `${SIGNATURES[0]?.text}\n`.repeat(4_000)],
    ['a card of one line', `BEGIN:VCARD\nN:${'x;'.repeat(MB / 2)}`],
    ['a card of folded lines', `BEGIN:VCARD\nN:x${'\n x'.repeat(MB / 3)}`],
    ['a card of quoted lines', `BEGIN:VCARD\nN;QUOTED-PRINTABLE:=${'\n='.repeat(MB / 2)}`],
    ['a card of parameters', `BEGIN:VCARD\nN${';x="'.repeat(MB / 4)}:y`],
    ['a card of escapes', `MECARD:N:${'\\'.repeat(MB)}`],
    ['cards in cards', 'BEGIN:VCARD\n'.repeat(MB / 12)],
  ])('of 1 MB of %s is read in linear time', (_, text) => {
    const before = performance.now();
    readContact(text);
    expect(performance.now() - before).toBeLessThan(20_000);
  });
});
