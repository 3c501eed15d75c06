import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { z } from 'zod';

/** All entry points of the desk: pages by address, handlers by method and address, actions by name. */
export type Surface = { pages: string[]; handlers: string[]; actions: Action[] };

/** A server action of the last build. `name` is where it is exported: `app/admin/actions.ts checkNowAction`. */
export type Action = { id: string; name: string };

const MANIFEST = '.next/server/server-reference-manifest.json';

const manifestSchema = z.object({
  node: z.record(z.string(), z.looseObject({ filename: z.string(), exportedName: z.string() })),
});

/** Reads pages and handlers from their files, and actions from the last build. */
export function readSurface(): Surface {
  const files = readdirSync('app', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative('app', join(entry.parentPath, entry.name)))
    .sort();
  return {
    pages: files.filter((file) => /(^|\/)page\.tsx$/.test(file)).map(toAddress),
    handlers: files
      .filter((file) => /(^|\/)route\.tsx?$/.test(file))
      .flatMap((file) => methodsOf(join('app', file)).map((method) => `${method} ${toAddress(file)}`)),
    actions: readActions(),
  };
}

/** Every action in the build, including those that no page offers. */
export function readActions(): Action[] {
  const { node } = manifestSchema.parse(JSON.parse(readFileSync(MANIFEST, 'utf8')));
  return Object.entries(node)
    .map(([id, { filename, exportedName }]) => ({ id, name: `${filename} ${exportedName}` }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** `(portal)/leads/[id]/page.tsx` answers at `/leads/[id]`. */
function toAddress(file: string): string {
  const parts = file.split('/').slice(0, -1);
  return `/${parts.filter((part) => !/^\(.*\)$/.test(part)).join('/')}`;
}

function methodsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const exports = [...source.matchAll(/^export .*$/gm)].map(([line]) => line).join('\n');
  return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) =>
    new RegExp(`\\b${method}\\b`).test(exports),
  );
}
