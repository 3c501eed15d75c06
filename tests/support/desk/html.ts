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

/** The visible text: no scripts, no tags, single spaces. */
export function readable(html: string): string {
  const withoutScripts = html.replace(/<(script|style|template)\b.*?<\/\1>/gs, ' ');
  return decode(withoutScripts.replace(/<!--.*?-->/gs, '').replace(/<[^>]+>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The text of the page's one `h1`. */
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

/** The first form that has a button of this text. */
export function formWithButton(html: string, text: string): string | undefined {
  const forms = html.match(/<form\b.*?<\/form>/gs) ?? [];
  const buttonsOf = (form: string) => form.match(/<button\b.*?<\/button>/gs) ?? [];
  return forms.find((form) => buttonsOf(form).some((button) => readable(button) === text));
}

/** What a browser sends of an untouched form: React's output, not any HTML. */
export function controlsOf(html: string): [name: string, value: string][] {
  const inputs = tagsOf(html, 'input')
    .filter(({ type, checked }) => (type !== 'radio' && type !== 'checkbox') || checked !== undefined)
    .map(({ name = '', value = '' }): [string, string] => [name, value]);
  const selects = [...html.matchAll(/<select\b.*?<\/select>/gs)].map(([whole]): [string, string] => {
    const options = tagsOf(whole, 'option');
    const chosen = options.find(({ selected }) => selected !== undefined) ?? options[0];
    return [tagsOf(whole, 'select')[0]?.name ?? '', chosen?.value ?? ''];
  });
  const areas = [...html.matchAll(/<textarea\b[^>]*>(.*?)<\/textarea>/gs)].map(
    ([whole, text = '']): [string, string] => [
      tagsOf(whole, 'textarea')[0]?.name ?? '',
      text.replace(/^\n/, ''),
    ],
  );
  return [...inputs, ...selects, ...areas].filter(([name]) => name !== '');
}
