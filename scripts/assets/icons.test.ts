import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ICON_PATHS } from '@/components/ui/icon-paths';
import { iconSource, shapeToPath } from './icons';

it('the icons of the desk are those of lucide, unchanged', () => {
  const written = readFileSync('components/ui/icon-paths.ts', 'utf8');
  const flat = (source: string) => source.replaceAll(/[\s,"']/g, '');
  expect(flat(written)).toBe(flat(iconSource()));
});

it('every icon has a path that begins at a point of its own', () => {
  for (const [name, path] of Object.entries(ICON_PATHS)) expect(path, name).toMatch(/^M/);
});

it.each([
  ['path', { d: 'm5 12 7-7 7 7' }, 'M5 12l7-7 7 7'],
  ['path', { d: 'm2 2v4' }, 'M2 2v4'],
  ['path', { d: 'M12 5v14' }, 'M12 5v14'],
  ['circle', { cx: '12', cy: '10', r: '3' }, 'M9 10a3 3 0 1 0 6 0a3 3 0 1 0 -6 0'],
  ['line', { x1: '2', x2: '4', y1: '6', y2: '8' }, 'M2 6L4 8'],
  ['polyline', { points: '1,2 3,4' }, 'M1,2 3,4'],
  [
    'rect',
    { x: '1', y: '2', width: '10', height: '8', rx: '2' },
    'M3 2h6a2 2 0 0 1 2 2v4a2 2 0 0 1 -2 2h-6a2 2 0 0 1 -2 -2v-4a2 2 0 0 1 2 -2z',
  ],
])('a %s becomes a path that may follow another one', (tag, attributes, path) => {
  expect(shapeToPath(tag, new Map(Object.entries(attributes)))).toBe(path);
});
