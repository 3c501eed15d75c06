import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ICON_NODES } from '@/components/ui/icon-nodes';
import { iconSource } from './icons';

it('the icons of the desk are those of lucide, unchanged', () => {
  const written = readFileSync('components/ui/icon-nodes.ts', 'utf8');
  const flat = (source: string) => source.replaceAll(/[\s,"']/g, '');
  expect(flat(written)).toBe(flat(iconSource()));
});

it('every icon has shapes', () => {
  for (const [name, nodes] of Object.entries(ICON_NODES)) expect(nodes.length, name).toBeGreaterThan(0);
});
