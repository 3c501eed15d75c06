const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" };

const decode = (text: string) => text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

/** A start tag's attributes. */
export type Tag = Record<string, string>;

/** The start tags of this name in a page of ours, in order. Enough for React's output, not for any HTML. */
export function tagsOf(html: string, name: string): Tag[] {
  return [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w:$-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [
        key,
        decode(value),
      ]),
    ),
  );
}

/** What a person reads: no scripts, no tags, single spaces. */
export function readable(html: string): string {
  const withoutScripts = html.replace(/<(script|style|template)\b.*?<\/\1>/gs, ' ');
  return decode(withoutScripts.replace(/<!--.*?-->/gs, '').replace(/<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The page's one `h1`, as read. */
export function headingOf(html: string): string {
  return readable(/<h1\b.*?<\/h1>/s.exec(html)?.[0] ?? '');
}

/** The name of the control under a label or legend that begins with this text. */
export function controlNamed(html: string, label: string): string | undefined {
  const labels = [
    ...html.matchAll(
      /<(?:label|legend)\b[^>]*?(?:for|id)="(f\d+)(?:-label)?"[^>]*>(.*?)<\/(?:label|legend)>/gs,
    ),
  ];
  return labels.find(([, , content = '']) => readable(content).startsWith(label))?.[1];
}
