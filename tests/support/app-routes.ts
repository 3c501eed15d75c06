import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Reads the routes from their files in `app/`: pages by address, handlers by method and address. */
export function readRoutes(): { pages: string[]; handlers: string[] } {
  const files = readdirSync('app', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative('app', join(entry.parentPath, entry.name)))
    .sort();
  return {
    pages: files.filter((file) => /(^|\/)page\.tsx$/.test(file)).map(toAddress),
    handlers: files
      .filter((file) => /(^|\/)route\.tsx?$/.test(file))
      .flatMap((file) => methodsOf(join('app', file)).map((method) => `${method} ${toAddress(file)}`)),
  };
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
