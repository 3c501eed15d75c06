import { expect, it } from 'vitest';
import { publicDomainOf } from './email-domain';

it.each([
  'gmail.com',
  'googlemail.com',
  'yahoo.co.uk',
  'yahoo.com.br',
  'hotmail.fr',
  'outlook.com',
  'live.com.au',
  'gmx.net',
  'web.de',
  't-online.de',
  'icloud.com',
  'proton.me',
  'qq.com',
  'mail.ru',
  'orange.fr',
  'comcast.net',
  'mailinator.com',
  'i.softbank.jp',
])('anyone can get an address at %s', (domain) => {
  expect(publicDomainOf(domain)).toBe('mail-provider');
});

it.each(['co.uk', 'com.au', 'ac.jp', 'or.at', 'github.io', 'vercel.app', 'onmicrosoft.com', 'uk.com'])(
  'anyone can get a domain below %s',
  (domain) => {
    expect(publicDomainOf(domain)).toBe('suffix');
  },
);

it.each([
  'northwind.example',
  'partner.co.uk',
  'gmail.northwind.example',
  'notgmail.com',
  'mygmx.de',
  'livewire.com',
  'outlook-partners.com',
  'contoso.onmicrosoft.com',
  'contoso.github.io',
  'web.northwind.example',
  'com.northwind.example',
  'constructor',
])('%s may belong to one organization', (domain) => {
  expect(publicDomainOf(domain)).toBeUndefined();
});
