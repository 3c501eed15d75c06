import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The icons of the desk, by their names at lucide.dev. After a change: `npx tsx scripts/assets/write-icons.ts`. */
const ICONS = [
  ...['arrow-down', 'arrow-up', 'check', 'chevron-down', 'chevron-left', 'chevron-right'],
  ...['bell', 'bookmark', 'chevrons-up-down', 'circle', 'circle-check', 'circle-x', 'clock', 'cloud-off'],
  ...['contrast', 'copy'],
  ...['download', 'hourglass', 'inbox', 'info', 'link', 'list-filter', 'keyboard', 'mail', 'pause'],
  ...['pencil', 'play', 'plus', 'printer', 'search', 'search-x', 'send', 'sliders-horizontal'],
  ...['triangle-alert', 'upload', 'user', 'wifi-off', 'x'],
] as const;

/** An element of an icon: its name and its attributes. */
type IconNode = [tag: string, attributes: Record<string, string>];

const FOLDER = 'node_modules/lucide-static/icons';
const ELEMENT = /<(circle|ellipse|line|path|polygon|polyline|rect)\s([^>]*?)\/>/g;
const ATTRIBUTE = /([a-z0-9-]+)="([^"]*)"/g;

/** The source of `components/ui/icon-nodes.ts`: only the icons that are listed above. */
export function iconSource(): string {
  const entries = ICONS.map((name) => `  '${name}': ${JSON.stringify(nodesOf(name))},`);
  return [
    '// Made by scripts/assets/write-icons.ts from lucide-static (ISC licence). Do not edit.',
    '',
    'export const ICON_NODES = {',
    ...entries,
    '} as const satisfies Record<string, readonly (readonly [string, Record<string, string>])[]>;',
    '',
  ].join('\n');
}

function nodesOf(name: string): IconNode[] {
  const svg = readFileSync(join(FOLDER, `${name}.svg`), 'utf8');
  const body = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1);
  const nodes = [...body.matchAll(ELEMENT)].map(
    ([, tag = '', attributes = '']): IconNode => [
      tag,
      Object.fromEntries([...attributes.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key, value])),
    ],
  );
  if (nodes.length === 0) throw new Error(`The icon ${name} has no shapes.`);
  return nodes;
}
