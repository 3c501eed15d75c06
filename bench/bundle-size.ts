import { gzipSync } from 'node:zlib';

/**
 * How much JavaScript a served page makes a browser load: every script tag with an address and every preloaded
 * script. Scripts marked `nomodule` are left out, because no supported browser loads them.
 */
export type PageScripts = {
  /** Addresses, each once, in the order of the page. */
  addresses: string[];
  /** Sum of the scripts, each compressed with gzip, in bytes. */
  gzipBytes: number;
};

const TAG = /<(?:script|link)\b[^>]*>/gi;

/** The addresses of the scripts in a page's HTML, each once. */
export function listScripts(html: string): string[] {
  const found = (html.match(TAG) ?? []).flatMap((tag) => {
    const address = isLink(tag) ? preloadedBy(tag) : attribute(tag, 'src');
    return address && !/\snomodule\b/i.test(tag) ? [address.replaceAll('&amp;', '&')] : [];
  });
  return [...new Set(found)];
}

/** Measures the page whose HTML is given; `read` fetches the text of a script by its address. */
export async function measureScripts(
  html: string,
  read: (address: string) => Promise<string>,
): Promise<PageScripts> {
  const addresses = listScripts(html);
  const sizes = await Promise.all(addresses.map(async (address) => gzipSync(await read(address)).length));
  return { addresses, gzipBytes: sizes.reduce((all, size) => all + size, 0) };
}

const isLink = (tag: string) => /^<link\b/i.test(tag);

function preloadedBy(tag: string): string | undefined {
  const rel = attribute(tag, 'rel');
  const script = rel === 'modulepreload' || (rel === 'preload' && attribute(tag, 'as') === 'script');
  return script ? attribute(tag, 'href') : undefined;
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`, 'i').exec(tag)?.[1];
}
