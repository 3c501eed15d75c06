import { expect, it } from 'vitest';
import { escapeHtml, htmlButton, htmlLink, htmlList, htmlMail, htmlPage, htmlParagraphs } from './html';

const HOSTILE = `<img src=x onerror='alert(1)'>"&`;

const BRAND = {
  name: HOSTILE,
  button: { fill: '#123456', text: '#ffffff' },
  links: [{ href: HOSTILE, label: HOSTILE }],
};
const PLATES = { light: 'transparent', dark: '#ffffff' };
const LOGO = { src: HOSTILE, width: 80, height: 32, plates: PLATES, holdsName: true };

it('special HTML characters are escaped', () => {
  expect(escapeHtml(HOSTILE)).not.toMatch(/[<>"']|&(?!#)/);
  expect(escapeHtml('Ann & Bea')).toBe('Ann &#38; Bea');
});

it.each([
  htmlPage({
    lang: HOSTILE,
    title: HOSTILE,
    brand: { name: HOSTILE },
    nonce: HOSTILE,
    body: '',
    goesOnTo: HOSTILE,
  }),
  htmlMail({
    lang: HOSTILE,
    subject: HOSTILE,
    brand: BRAND,
    body:
      htmlParagraphs(HOSTILE) +
      htmlList([HOSTILE, { title: HOSTILE, text: HOSTILE }]) +
      htmlLink({ href: HOSTILE, label: HOSTILE }) +
      htmlButton({ href: HOSTILE, label: HOSTILE }, BRAND),
  }),
])('pages and mails escape every text', (html) => {
  expect(html).not.toContain('<img');
  expect(html).not.toContain("'alert");
});

it('a page has its title as heading, and redirects automatically only if requested', () => {
  const page = {
    lang: 'de-AT',
    title: 'Later',
    brand: { name: 'Desk' },
    nonce: 'n',
    body: htmlParagraphs('One.', 'Two.'),
  };
  expect(htmlPage(page)).toContain('<h1>Later</h1>\n<p>One.</p>\n<p>Two.</p>');
  expect(htmlPage(page)).toContain('<html lang="de-AT">');
  expect(htmlPage(page)).not.toContain('refresh');
  expect(htmlPage({ ...page, goesOnTo: '/leads' })).toContain('content="0; url=/leads"');
});

it('a logo with the name in it stands alone, and the name is its text, on a plate of its theme', () => {
  const brand = { ...BRAND, name: '"Acme" <Ltd>', logo: LOGO };
  const page = htmlPage({ lang: 'en', title: 'Later', brand, nonce: 'n', body: '' });
  const mail = htmlMail({ lang: 'en', subject: 'Hi', brand, body: '' });
  for (const html of [page, mail]) {
    expect(html).toContain('alt="&#34;Acme&#34; &#60;Ltd&#62;" width="80" height="32"');
    expect(html.match(/<img/g)).toHaveLength(1);
    expect(html).not.toContain("'alert");
  }
  expect(page).toContain('.brand img { background: light-dark(transparent, #ffffff) }');
});

it('a logo without the name has it beside it', () => {
  const brand = { ...BRAND, name: 'Acme', logo: { ...LOGO, holdsName: false } };
  const mail = htmlMail({ lang: 'en', subject: 'Hi', preview: '<b>', footer: '<i>', brand, body: '' });
  expect(mail).toContain('alt=""');
  expect(mail).toContain('<bdi>Acme</bdi>');
  expect(mail).not.toMatch(/<b>|<i>/);
});
