import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readRoutes } from '@/tests/support/app-routes';

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
  return { ...readRoutes(), actions: readActions() };
}

/** Every action in the build, including those that no page offers. */
export function readActions(): Action[] {
  const { node } = manifestSchema.parse(JSON.parse(readFileSync(MANIFEST, 'utf8')));
  return Object.entries(node)
    .map(([id, { filename, exportedName }]) => ({ id, name: `${filename} ${exportedName}` }))
    .sort((a, b) => a.name.localeCompare(b.name));
}
