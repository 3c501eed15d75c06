import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { expect, it } from 'vitest';

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

const compose = read('compose.yaml');
const dockerfile = read('Dockerfile');

it('compose.yaml gives the desk only settings that it knows', () => {
  const known = new Set(all(read('.env.example'), /^([A-Z_]+)=/gm));
  const ofOtherServices = new Set(['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD_FILE', 'DESK_HOST']);
  const given = all(compose, /^\s+([A-Z][A-Z_]+):/gm).filter((name) => !ofOtherServices.has(name));
  expect(given).toContain('DATABASE_URL_FILE');
  expect(given.map((name) => name.replace(/_FILE$/, '')).filter((name) => !known.has(name))).toEqual([]);
});

it('the image that several services run is built by one of them, and none pulls it from a registry', () => {
  const services = compose.split(/^(?=(?:x-| {2})[a-z][a-z0-9-]*:)/m);
  const building = services.filter((service) => /^ {4}build: \*build$/m.test(service));
  expect(building.map((service) => service.split(':')[0]?.trim())).toEqual(['web-1']);
  const others = services.filter((service) => /<<: \*desk$/m.test(service) && !building.includes(service));
  expect(others).toHaveLength(2);
  for (const service of others) expect(service).toMatch(/^ +pull_policy: never$/m);
  expect(/^x-desk:.*?(?=^\S)/ms.exec(compose)?.[0]).not.toContain('build:');
});

it('a shell and the desk read the same from .env.example', () => {
  const path = fileURLToPath(new URL('../.env.example', import.meta.url));
  const names = Object.keys(parseEnv(readFileSync(path, 'utf8')));
  const print = names.map((name) => `printf '%s=%s\\0' ${name} "$${name}"`).join('; ');
  const { stdout, stderr, status } = spawnSync('sh', ['-euc', `. "$0"; ${print}`, path], {
    encoding: 'utf8',
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  const read = Object.fromEntries(
    stdout
      .split('\0')
      .filter(Boolean)
      .map((line) => line.split(/=(.*)/s)),
  );
  expect(read).toMatchObject(parseEnv(readFileSync(path, 'utf8')));
});

it('what the image copies from this folder exists, and reaches the build', () => {
  const passed = new Set(all(read('.dockerignore'), /^!(.+)$/gm));
  const copied = all(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((line) => line.split(' '));
  for (const path of copied.filter((one) => one !== '.')) {
    expect(existsSync(new URL(`../${path}`, import.meta.url)), path).toBe(true);
    expect(
      [...passed].some((one) => path === one || path.startsWith(`${one}/`)),
      path,
    ).toBe(true);
  }
});

it('no setting, secret or data of this folder reaches the image', () => {
  const lines = read('.dockerignore').split('\n');
  expect(lines.find((line) => line !== '' && !line.startsWith('#'))).toBe('*');
  expect(lines).toContain('**/.env*');
});

it('the image has a health check and does not run as root', () => {
  expect(dockerfile).toMatch(/^HEALTHCHECK /m);
  expect(dockerfile).toMatch(/^USER node$/m);
});

it('containers get longer to stop than the desk takes', () => {
  expect(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])).toBeGreaterThan(10);
});

it('the version of Node is the same everywhere', () => {
  const recommended = read('.nvmrc').trim();
  expect(new Set(all(dockerfile, /^FROM node:(\d+)/gm))).toEqual(new Set([recommended]));
  const least = /"node": ">=(\d+\.\d+)\.0"/.exec(read('package.json'))?.[1];
  for (const name of ['README.md', 'CONTRIBUTING.md', 'docs/setup.md', 'docs/operating.md']) {
    expect(read(name), name).toMatch(new RegExp(`Node ${recommended}\\b.*\\b${least}\\b`));
  }
});
