import { expect, it } from 'vitest';
import { escapeHtml, htmlLink, htmlMail, htmlPage, htmlParagraphs } from './html';

const HOSTILE = `<img src=x onerror='alert(1)'>"&`;

it('special HTML characters are escaped', () => {
  expect(escapeHtml(HOSTILE)).not.toMatch(/[<>"']|&(?!#)/);
  expect(escapeHtml('Ann & Bea')).toBe('Ann &#38; Bea');
});

it.each([
  htmlPage({ lang: HOSTILE, title: HOSTILE, brand: HOSTILE, nonce: HOSTILE, body: '', goesOnTo: HOSTILE }),
  htmlMail({
    lang: HOSTILE,
    subject: HOSTILE,
    body: htmlParagraphs(HOSTILE) + htmlLink({ href: HOSTILE, label: HOSTILE }),
  }),
])('pages and mails escape every text', (html) => {
  expect(html).not.toContain('<img');
  expect(html).not.toContain("'alert");
});

it('a page has its title as heading, and redirects automatically only if requested', () => {
  const page = {
    lang: 'de-AT',
    title: 'Later',
    brand: 'Desk',
    nonce: 'n',
    body: htmlParagraphs('One.', 'Two.'),
  };
  expect(htmlPage(page)).toContain('<h1>Later</h1>\n<p>One.</p>\n<p>Two.</p>');
  expect(htmlPage(page)).toContain('<html lang="de-AT">');
  expect(htmlPage(page)).not.toContain('refresh');
  expect(htmlPage({ ...page, goesOnTo: '/leads' })).toContain('content="0; url=/leads"');
});
