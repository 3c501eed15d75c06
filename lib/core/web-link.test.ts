import { describe, expect, it } from 'vitest';
import { toWebLink } from './web-link';

describe('a link for a page or a mail', () => {
  it.each([
    ['https://vendor.example/help?a=b#c', 'https://vendor.example/help?a=b#c'],
    [' http://vendor.example ', 'http://vendor.example/'],
    ['vendor.example/help', 'https://vendor.example/help'],
    ['VENDOR.example', 'https://vendor.example/'],
    ['https://vendor.example/"><script>', 'https://vendor.example/%22%3E%3Cscript%3E'],
    ['help@vendor.example', 'mailto:help@vendor.example'],
    ['mailto:help@vendor.example', 'mailto:help@vendor.example'],
  ])('%s is %s', (typed, link) => {
    expect(toWebLink(typed, { email: true })).toBe(link);
  });

  it.each([
    '',
    'help',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//vendor.example',
    'java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//vendor.example',
    '/help',
    'localhost:3000',
    'https://',
    'https://vendor.example@evil.example/',
    'https://vendor.example/\u202emoc',
    'https://vendor.example/a b',
    'mailto:help@vendor.example?bcc=all@vendor.example',
    'mailto:a@b.example,c@d.example?body=%0d%0a',
    'mailto:javascript:alert(1)',
    `https://vendor.example/${'x'.repeat(500)}`,
  ])('%j is none', (typed) => {
    expect(toWebLink(typed, { email: true })).toBeUndefined();
  });

  it('is no email address where only pages are allowed', () => {
    expect(toWebLink('mailto:help@vendor.example', { email: false })).toBeUndefined();
    expect(toWebLink('help@vendor.example', { email: false })).toBeUndefined();
  });
});
