import type { Page } from '@playwright/test';
import { readable, tagsOf } from './desk/html';

/** The people of the demo, by the name on their button. */
export type DemoPerson =
  | 'Maya Lindqvist'
  | 'Tom Okafor'
  | 'Ines Carvalho'
  | 'Erik Brandt'
  | 'Robin Hale'
  | 'Sam Ito';

/** Where the buttons of the demo people post to. */
export const DEMO_SIGN_IN = '/api/auth/callback/demo';

/** What the button with this name posts; undefined if the sign-in page has none. */
export function demoSignInOf(html: string, name: DemoPerson): Record<string, string> | undefined {
  const forms = html.match(new RegExp(`<form [^>]*action="${DEMO_SIGN_IN}".*?</form>`, 'gs')) ?? [];
  const form = forms.find((one) => readable(one).startsWith(name));
  if (form === undefined) return undefined;
  return Object.fromEntries(tagsOf(form, 'input').map((tag) => [tag.name ?? '', tag.value ?? '']));
}

/**
 * Signs a demo person in, with or without JavaScript, and opens no page: each flow opens the one it is about. Posts the
 * form of their button without drawing the sign-in page; `signInByButton` draws it.
 *
 * @throws {Error} if the desk doesn't sign them in
 */
export async function signInAs(page: Page, name: DemoPerson): Promise<void> {
  const { request } = page.context();
  // What the sign-in page's script does, so that the first page is drawn once, in the person's time zone.
  const timeZone = await page.evaluate(
    () => matchMedia('(scripting: enabled)').matches && Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
  const signInPage = await request.get('/leads');
  const form = demoSignInOf(await signInPage.text(), name);
  if (!form) throw new Error(`There is no button to sign in as ${name} (${signInPage.status()}).`);
  const { origin } = new URL(signInPage.url());
  const headers = { origin, 'sec-fetch-site': 'same-origin' };
  const response = await request.post(DEMO_SIGN_IN, { form, headers, maxRedirects: 0 });
  const { location = '' } = response.headers();
  if (response.status() !== 302 || /signin/i.test(location))
    throw new Error(`${name} could not sign in (${response.status()}, to ${location}).`);
  if (timeZone)
    await page.context().addCookies([{ name: 'tz', value: encodeURIComponent(timeZone), url: origin }]);
}

/** Signs a demo person in by their button, with or without JavaScript, and waits for their first page. */
export async function signInByButton(page: Page, name: DemoPerson): Promise<void> {
  await page.goto('/leads');
  await page.getByRole('button', { name }).click();
  await page.waitForURL((url) => !/signin/i.test(url.pathname));
}
