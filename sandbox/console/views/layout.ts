import { html } from 'hono/html';

/** A fragment of a page. Interpolated values are escaped. */
export type Markup = ReturnType<typeof html>;

const PAGES = [
  ['/console', 'Leads'],
  ['/console/faults', 'Faults'],
  ['/console/mailbox', 'Mailbox'],
  ['/console/form', 'Form'],
  ['/console/key', 'Keys'],
  ['/console/shape', 'Shape'],
  ['/console/deliveries', 'Deliveries'],
  ['/console/log', 'Requests'],
] as const;

type PageAddress = (typeof PAGES)[number][0];

/** Messages after a form was sent. The address names one of these and never contains text. */
const DONE: Record<string, string> = {
  created: 'The lead was created.',
  saved: 'The changes are saved.',
  deleted: 'The lead was deleted.',
  status: 'The status was changed.',
  field: 'The field was added.',
  value: 'The value was added.',
  revoked: 'The key was revoked and its subscriptions were removed.',
  released: 'The held deliveries are on their way.',
  emptied: 'All mails were deleted.',
  reset: 'The portal is back at its start.',
};

type Page = {
  title: string;
  /** The navigation entry of this page. */
  at: PageAddress;
  body: Markup;
  done?: string | undefined;
  error?: string | undefined;
};

/** A whole console page. */
export function layout({ title, at, body, done, error }: Page): Markup {
  const message = done === undefined ? undefined : DONE[done];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${error ? 'Error: ' : ''}${title} - Portal console</title>
<link rel="stylesheet" href="/console/console.css">
<link rel="icon" href="data:,">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<p class="brand">Portal console <span>demo</span></p>
<nav aria-label="Console"><ul>${PAGES.map(
    ([href, name]) =>
      html`<li><a href="${href}"${href === at ? html` aria-current="page"` : ''}>${name}</a></li>`,
  )}</ul></nav>
<p class="desk"><a href="/console/desk">Open the desk</a></p>
</header>
<main id="main" tabindex="-1">
<h1>${title}</h1>
${message ? html`<p class="done" role="status">${message}</p>` : ''}
${error ? html`<div class="problem" role="alert"><h2>There is a problem</h2><p>${error}</p></div>` : ''}
${body}
</main>
</body>
</html>`;
}

/** The error page when no form can be shown again. */
export function problemPage(error: string): Markup {
  return layout({
    title: 'That did not work',
    at: '/console',
    error,
    body: html`<p><a href="/console">Go to the leads</a>, or go back and try again.</p>`,
  });
}
