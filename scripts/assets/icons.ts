import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The icons of the desk, by their names at lucide.dev. After a change: `npx tsx scripts/assets/write-icons.ts`. */
const ICONS = [
  ...['arrow-down', 'arrow-up', 'check', 'chevron-down', 'chevron-left', 'chevron-right'],
  ...[
    'bell',
    'bookmark',
    'chevrons-up-down',
    'circle',
    'circle-check',
    'circle-x',
    'clipboard-paste',
    'clock',
  ],
  ...['cloud-off', 'contrast', 'copy'],
  ...['download', 'ellipsis', 'hourglass', 'inbox', 'info', 'link', 'list-filter', 'mail', 'pause'],
  ...['pencil', 'play', 'plus', 'printer', 'search', 'search-x', 'send'],
  ...['triangle-alert', 'upload', 'user', 'wifi-off', 'x'],
] as const;

const FOLDER = 'node_modules/lucide-static/icons';
const ELEMENT = /<(circle|ellipse|line|path|polygon|polyline|rect)\s([^>]*?)\/>/g;
const ATTRIBUTE = /([a-z0-9-]+)="([^"]*)"/g;

/** The source of `components/ui/icon-paths.ts`: only the icons that are listed above. */
export function iconSource(): string {
  const entries = ICONS.map((name) => `  '${name}': '${pathOf(name)}',`);
  return [
    '// Made by scripts/assets/write-icons.ts from lucide-static (ISC licence). Do not edit.',
    '',
    '/** All shapes of each icon as one path: every page loads them, so they are as short as they can be. */',
    'export const ICON_PATHS = {',
    ...entries,
    '} as const;',
    '',
  ].join('\n');
}

function pathOf(name: string): string {
  const svg = readFileSync(join(FOLDER, `${name}.svg`), 'utf8');
  const body = svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1);
  const shapes = [...body.matchAll(ELEMENT)].map(([, tag = '', text = '']) => {
    const attributes = new Map([...text.matchAll(ATTRIBUTE)].map(([, key = '', value = '']) => [key, value]));
    return shapeToPath(tag, attributes);
  });
  if (shapes.length === 0) throw new Error(`The icon ${name} has no shapes.`);
  return shapes.join('');
}

/**
 * A shape of SVG as the data of a path that can follow another one.
 *
 * @throws {Error} if it is a shape that no icon had so far
 */
export function shapeToPath(tag: string, attributes: ReadonlyMap<string, string>): string {
  const at = (name: string) => Number(attributes.get(name) ?? 0);
  switch (tag) {
    case 'path':
      return toAbsoluteStart(attributes.get('d') ?? '');
    case 'circle': {
      const [r, diameter] = [at('r'), 2 * at('r')];
      return `M${at('cx') - r} ${at('cy')}a${r} ${r} 0 1 0 ${diameter} 0a${r} ${r} 0 1 0 ${-diameter} 0`;
    }
    case 'line':
      return `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}`;
    case 'polyline':
      return `M${attributes.get('points')?.trim()}`;
    case 'polygon':
      return `M${attributes.get('points')?.trim()}z`;
    case 'rect': {
      const [width, height] = [at('width'), at('height')];
      const [rx, ry] = [Number(attributes.get('rx') ?? at('ry')), Number(attributes.get('ry') ?? at('rx'))];
      const [across, down] = [width - 2 * rx, height - 2 * ry];
      const corner = (dx: number, dy: number) => `a${rx} ${ry} 0 0 1 ${dx} ${dy}`;
      return [
        `M${at('x') + rx} ${at('y')}h${across}${corner(rx, ry)}v${down}${corner(-rx, ry)}`,
        `h${-across}${corner(-rx, -ry)}v${-down}${corner(rx, -ry)}z`,
      ].join('');
    }
    default:
      throw new Error(`No path is known for ${tag}.`);
  }
}

/** "m5 12 7-7" begins at a point of its own, but after another path it would begin relative to its end: "M5 12l7-7". */
function toAbsoluteStart(data: string): string {
  const relative = /^m\s*(-?\d*\.?\d+)[\s,]*(-?\d*\.?\d+)\s*/.exec(data);
  if (!relative) return data;
  const [start, x, y] = relative;
  const rest = data.slice(start.length);
  return `M${x} ${y}${/^[-.\d]/.test(rest) ? 'l' : ''}${rest}`;
}
