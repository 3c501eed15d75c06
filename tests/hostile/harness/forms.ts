import type { PlainBrowser } from '@/tests/support/desk/browser';
import { controlsOf, tagsOf } from '@/tests/support/desk/html';
import { type HttpResponse, send } from './send';

/** A form of a page as posted without scripts: its hidden fields name the action. */
export type PostedForm = { path: string; fields: [name: string, value: string][] };

/** The forms of a page, each with the id of its action. */
export function formsOf(html: string): { actionId: string; fields: PostedForm['fields'] }[] {
  return (html.match(/<form\b.*?<\/form>/gs) ?? []).flatMap((form) => {
    const hidden = tagsOf(form, 'input').filter(({ name = '' }) => name.startsWith('$ACTION'));
    const actionId = hidden.map(idIn).find(Boolean);
    return actionId ? [{ actionId, fields: controlsOf(form) }] : [];
  });
}

function idIn({ name = '', value = '' }: Record<string, string>): string | undefined {
  return /^\$ACTION_ID_([0-9a-f]+)$/.exec(name)?.[1] ?? /"id":"([0-9a-f]+)"/.exec(value)?.[1];
}

/** Posts a form as a browser without scripts does, with that browser's session; `over` replaces headers. */
export function postForm(
  browser: PlainBrowser,
  origin: string,
  form: PostedForm,
  over: Record<string, string> = {},
): Promise<HttpResponse> {
  const boundary = 'desk-form-boundary';
  const parts = form.fields.map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name.replaceAll('"', '%22')}"\r\n\r\n${value}\r\n`,
  );
  return send({
    origin,
    path: form.path,
    method: 'POST',
    headers: {
      cookie: browser.cookies(),
      origin,
      'sec-fetch-site': 'same-origin',
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...over,
    },
    body: `${parts.join('')}--${boundary}--\r\n`,
  });
}

/** Calls an action without a form, with `body` for its arguments, as the page's own scripts would. */
export function callAction(
  browser: PlainBrowser,
  origin: string,
  call: { path: string; actionId: string; body?: string },
): Promise<HttpResponse> {
  return send({
    origin,
    path: call.path,
    method: 'POST',
    headers: {
      cookie: browser.cookies(),
      origin,
      'sec-fetch-site': 'same-origin',
      'next-action': call.actionId,
      accept: 'text/x-component',
      'content-type': 'text/plain;charset=UTF-8',
    },
    body: call.body ?? '[]',
  });
}
