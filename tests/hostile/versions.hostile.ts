import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

/** Minimum versions: older ones have a known defect that matters here. */
const FLOORS = {
  next: '16.4.6',
  react: '19.2.3',
  'react-dom': '19.2.3',
  'next-auth': '4.24.15',
  nodemailer: '7.0.11',
  hono: '4.10.3',
  undici: '7.16.0',
  jose: '6.0.0',
} as const;

const packageSchema = z.object({ version: z.string() });

const numbersOf = (version: string) => version.split('-')[0]?.split('.').map(Number) ?? [];

function isBelow(version: string, floor: string): boolean {
  const [have, need] = [numbersOf(version), numbersOf(floor)];
  const at = need.findIndex((number, index) => number !== have[index]);
  return at !== -1 && (have[at] ?? 0) < (need[at] ?? 0);
}

describe('installed packages are not older than their fixed versions', () => {
  it.each(Object.entries(FLOORS))('%s is %s or newer', (name, floor) => {
    const { version } = packageSchema.parse(
      JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')),
    );
    expect(isBelow(version, floor), `${name} ${version}`).toBe(false);
  });

  it.each([
    ['16.4.5', '16.4.6', true],
    ['16.4.6', '16.4.6', false],
    ['16.10.0', '16.4.6', false],
    ['15.9.9', '16.4.6', true],
    ['17.0.0-rc.1', '16.4.6', false],
  ])('%s against %s', (version, floor, below) => {
    expect(isBelow(version, floor)).toBe(below);
  });
});

it('Next has no rewrites, and fetches no remote images', () => {
  const manifest = z
    .object({
      rewrites: z.object({
        beforeFiles: z.array(z.unknown()),
        afterFiles: z.array(z.unknown()),
        fallback: z.array(z.unknown()),
      }),
    })
    .parse(JSON.parse(readFileSync('.next/routes-manifest.json', 'utf8')));
  expect(Object.values(manifest.rewrites).flat()).toEqual([]);
  const images = z
    .object({ images: z.object({ unoptimized: z.boolean() }) })
    .parse(JSON.parse(readFileSync('.next/images-manifest.json', 'utf8')));
  expect(images.images.unoptimized).toBe(true);
});
