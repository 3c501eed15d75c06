import { describe, expect, it } from 'vitest';
import { toEmailAddress } from './email';

describe('an e-mail address to sign in with', () => {
  it.each([
    ['Ann@Northwind.example', 'ann@northwind.example'],
    ['  ann.o+desk@mail.northwind.example ', 'ann.o+desk@mail.northwind.example'],
  ])('%j is accepted', (typed, email) => {
    expect(toEmailAddress(typed)).toBe(email);
  });

  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['two addresses', 'a@x.com,b@y.com'],
    ['two addresses, with a semicolon', 'a@x.com;b@y.com'],
    ['two at signs', 'a@x.com@evil.com'],
    ['a quoted address of another', '"e@evil.com"@us.com'],
    ['a name with the address', 'Ann <ann@x.com>'],
    ['another sign that looks like an at sign', 'ann＠x.com'],
    ['a letter that lower case would make ASCII', 'ann@\u212Apartner.com'],
    ['letters of another script', 'аnn@x.com'],
    ['a line break after it', 'ann@x.com\r\n'],
    ['a header after it', 'ann@x.com\r\nBcc: b@y.com'],
    ['a header before it', '\nTo: b@y.com\nann@x.com'],
    ['a tab', '\tann@x.com'],
    ['a zero byte', 'ann@x.com\0'],
    ['a comment', 'ann(comment)@x.com'],
    ['a number of a host', 'ann@[127.0.0.1]'],
    ['no domain', 'ann@localhost'],
    ['a percent sign', 'ann%evil.com@x.com'],
    ['10 KB', `${'a'.repeat(10_000)}@x.com`],
    ['a name that is too long', `${'a'.repeat(65)}@x.com`],
    ['too long altogether', `ann@${'x.'.repeat(130)}com`],
    ['no text', { email: 'ann@x.com' }],
  ])('%s is refused', (_, typed) => {
    expect(toEmailAddress(typed)).toBeUndefined();
  });
});
