import { responseWithin } from '../response-within';
import { fetchByItsName, type Web } from './by-its-name';

/** A page's response. */
export type Page = {
  status: number;
  text: string;
  headers: Headers;
  /** The address after all redirects, without the origin. */
  path: string;
};

const MAX_REDIRECTS = 5;

/**
 * The parts of a browser that a page without scripts needs: cookies, redirects, forms. It stays on its web
 * process, even if a redirect names the desk's public address.
 */
export class PlainBrowser {
  readonly #web: Web;
  readonly #origin: string;
  readonly #cookies: Map<string, string>;

  constructor(web: Web, cookies = new Map<string, string>()) {
    this.#web = web;
    this.#origin = web.publicUrl ?? web.url;
    this.#cookies = cookies;
  }

  /** The same cookies on another web process. */
  at(web: Web): PlainBrowser {
    return new PlainBrowser(web, this.#cookies);
  }

  /** The `Cookie` header as it would be sent now. */
  cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Sends one request without following redirects; the caller reads the body. */
  async ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('cookie', this.cookies());
    const response = await fetchByItsName(this.#web, path, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  async get(path: string): Promise<Page> {
    return this.#follow(path, await this.ask(path));
  }

  /** Posts a form from a page of this origin and follows redirects. */
  async post(path: string, form: FormData | URLSearchParams): Promise<Page> {
    const headers = { origin: this.#origin, 'sec-fetch-site': 'same-origin' };
    return this.#follow(path, await this.ask(path, { method: 'POST', body: form, headers }));
  }

  async #follow(path: string, first: Response): Promise<Page> {
    let response = first;
    let here = path;
    for (let hop = 0; hop < MAX_REDIRECTS; hop += 1) {
      const location = response.status >= 300 && response.status < 400 && response.headers.get('location');
      if (!location) break;
      // Read, not canceled: that would end the connection on which the next request is already queued.
      await responseWithin(response.arrayBuffer(), here);
      const to = new URL(location, this.#origin);
      here = `${to.pathname}${to.search}`;
      response = await this.ask(here);
    }
    const { status, headers } = response;
    const text = await responseWithin(response.text(), here).catch((cause) => {
      throw new Error(`${here} began and did not end.`, { cause });
    });
    return { status, headers, text, path: here };
  }

  #keep(line: string): void {
    const [, name, value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
    if (!name) return;
    if (value === '' || /max-age=0\b/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}
