import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';

/** One import statement, export-from or `import()` of a source file. */
export type ImportEdge = {
  from: string;
  /** A path of the repository, or the name of a package as written. */
  to: string;
  /** Type-only: no dependency at run time. */
  typeOnly: boolean;
};

export type SourceFile = { path: string; text: string };

const SOURCE = /\.(?:tsx?|js)$/;
const EXTENSIONS = ['', '.ts', '.tsx', '.js', '/index.ts', '.json'];

/** All source files in these folders and with these names, by paths relative to `root`. */
export function readSources(root: string, places: readonly string[]): SourceFile[] {
  return places
    .flatMap((place) => listFiles(root, place))
    .filter((path) => SOURCE.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function listFiles(root: string, path: string): string[] {
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => listFiles(root, `${path}/${name}`));
}

/**
 * The imports of each file. An import of a file outside the sources keeps its written path, so that a missing
 * file can't evade a rule.
 *
 * @throws {Error} naming the file, if one cannot be parsed
 */
export function readImports(sources: readonly SourceFile[]): ImportEdge[] {
  const paths = new Set(sources.map(({ path }) => path));
  return sources.flatMap(({ path, text }) =>
    readSpecifiers(path, text).map(({ specifier, typeOnly }) => ({
      from: path,
      to: resolve(path, specifier, paths),
      typeOnly,
    })),
  );
}

function readSpecifiers(path: string, text: string): { specifier: string; typeOnly: boolean }[] {
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const imports = module.staticImports.map(({ moduleRequest, entries }) => ({
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  const exports = module.staticExports.flatMap(({ entries }) => {
    const from = entries.find(({ moduleRequest }) => moduleRequest)?.moduleRequest;
    return from ? [{ specifier: from.value, typeOnly: entries.every(({ isType }) => isType) }] : [];
  });
  const dynamic = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const literal = /^['"`]([^'"`$]+)['"`]$/.exec(text.slice(start, end).trim());
    return literal?.[1] ? [{ specifier: literal[1], typeOnly: false }] : [];
  });
  return [...imports, ...exports, ...dynamic];
}

function resolve(from: string, specifier: string, paths: ReadonlySet<string>): string {
  const base = toPath(from, specifier);
  if (base === undefined) return specifier;
  return EXTENSIONS.map((extension) => base + extension).find((path) => paths.has(path)) ?? base;
}

function toPath(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('@/')) return specifier.slice(2);
  if (specifier.startsWith('.')) return posix.normalize(posix.join(dirname(from), specifier));
  return undefined;
}
