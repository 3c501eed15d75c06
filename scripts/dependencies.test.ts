import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { describe, expect, it } from 'vitest';
import { readImports, readSources } from './lib/import-graph';

/** Entry points of production: the routes and files that Next loads by name, and the operator's commands. */
const ENTRIES = [
  ...['proxy.ts', 'instrumentation.ts', 'next.config.js', 'postcss.config.js'],
  ...[
    'build.ts',
    'start.js',
    'worker.js',
    'doctor.ts',
    'people.ts',
    'backup.ts',
    'restore.ts',
    'move.ts',
    'migrate.ts',
  ].map((name) => `scripts/${name}`),
];
const isRoute = (path: string) => path.startsWith('app/') && !/\.test\.tsx?$/.test(path);

/** Packages that production needs without importing them (docs/decisions/0012-runtime-dependencies.md). */
const NEEDED_WITHOUT_IMPORT = [
  '@tailwindcss/postcss',
  'tailwindcss',
  'tsx',
  ...['typescript', '@types/node', '@types/react'],
  'react-dom',
];

const { dependencies, devDependencies, overrides } = JSON.parse(readFileSync('package.json', 'utf8'));
const nextAuth = JSON.parse(readFileSync('node_modules/next-auth/package.json', 'utf8'));
const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** The packages that production code imports, found by following imports from its entry points. */
function findImported(): Set<string> {
  const sources = readSources('.', ['app', 'components', 'lib', 'scripts', 'sandbox', ...ENTRIES]);
  const paths = new Set(sources.map(({ path }) => path));
  const edges = readImports(sources);
  const packages = new Set<string>();
  // Iterating a set also visits entries added on the way.
  const reached = new Set([...ENTRIES, ...[...paths].filter(isRoute)]);
  for (const path of reached) {
    for (const { to, typeOnly } of edges.filter(({ from }) => from === path)) {
      if (paths.has(to)) reached.add(to);
      else if (!typeOnly && !isOurs(to)) packages.add(nameOf(to));
    }
  }
  return packages;
}

/** A stylesheet, a catalogue or the version of ours, or a module of Node. */
const isOurs = (specifier: string) =>
  /^(?:(?:app|components|lib|messages)\/|package\.json$)/.test(specifier) ||
  specifier.startsWith('node:') ||
  builtinModules.includes(specifier);

const nameOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

describe('package.json', () => {
  it('lists all that production imports as dependencies, and nothing that it does not need', () => {
    const needed = new Set([...findImported(), ...NEEDED_WITHOUT_IMPORT]);
    expect(Object.keys(dependencies).toSorted()).toEqual([...needed].toSorted());
  });

  it('keeps packages of the sandbox and the tests as devDependencies', () => {
    for (const name of ['hono', '@hono/node-server', 'smtp-server', 'postal-mime'])
      expect(devDependencies).toHaveProperty([name]);
  });

  it('overrides next-auth’s mail library only while next-auth would refuse it and does not need it', () => {
    expect(nextAuth.peerDependencies.nodemailer).toBe('^7.0.7');
    expect(nextAuth.peerDependenciesMeta.nodemailer).toEqual({ optional: true });
    expect(overrides['next-auth']).toEqual({ nodemailer: '$nodemailer' });
  });

  it('overrides a version of Lighthouse’s dependencies only while one of them asks for the latest', () => {
    expect(locked['node_modules/@paulirish/trace_engine'].dependencies).toEqual(
      expect.objectContaining({ 'third-party-web': 'latest' }),
    );
    const range = locked['node_modules/lighthouse'].dependencies['third-party-web'];
    expect(overrides['@paulirish/trace_engine']).toEqual({ 'third-party-web': range });
  });

  it('overrides nothing else', () => {
    expect(Object.keys(overrides)).toEqual(['next-auth', '@paulirish/trace_engine']);
  });
});
