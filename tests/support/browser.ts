import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { SetupError } from '../../scripts/lib/ports';

/** Keep the browser from calling anyone but the page: closed networks would otherwise slow every start. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

/** Without windows of its own it takes a third less time. */
const HEADLESS = ['chrome-headless-shell', 'chromium-headless-shell'];
const NAMES = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome'];
const INSTALL_WITHIN_MS = 10 * 60_000;

export type Machine = { platform: NodeJS.Platform; path: string; home: string };

/** The arguments to start Chromium with. As root it needs its own sandbox switched off. */
export function browserArgs(isRoot = process.getuid?.() === 0): string[] {
  return isRoot ? [...QUIET, '--no-sandbox'] : [...QUIET];
}

/** Usual paths of an installed Chrome or Chromium, preferred first. */
export function usualPlaces({ platform, path, home }: Machine): string[] {
  const folders = path.split(delimiter).filter(Boolean);
  const onPath = [HEADLESS, NAMES].flatMap((names) =>
    folders.flatMap((folder) => names.map((name) => join(folder, name))),
  );
  if (platform !== 'darwin') return [...onPath, '/snap/bin/chromium', '/opt/google/chrome/chrome'];
  const apps = ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium'];
  return [
    ...['/Applications', join(home, 'Applications')].flatMap((at) => apps.map((app) => join(at, app))),
    ...onPath,
  ];
}

/**
 * The program file of a Chromium that starts: `PLAYWRIGHT_CHROMIUM` if it is set, Playwright's own, an
 * installed one, else one that it installs. Never fails silently.
 *
 * @throws {SetupError} saying what to do, if none is available
 */
export function findBrowser(): string {
  const named = process.env.PLAYWRIGHT_CHROMIUM;
  if (named) {
    if (existsSync(named)) return named;
    throw new SetupError(`PLAYWRIGHT_CHROMIUM is "${named}", but there is no such file.`);
  }
  return installedBrowser() ?? installBrowser();
}

/**
 * One with windows: the others do not keep whole pages for Back.
 *
 * @throws {SetupError} if none is installed
 */
export function findBrowserWithWindows(): string {
  const hasWindows = (file: string) => !HEADLESS.includes(basename(file));
  const named = process.env.PLAYWRIGHT_CHROMIUM;
  const found = named && hasWindows(named) ? named : installedBrowser(hasWindows);
  if (!found) throw new SetupError('This test needs Chrome or Chromium with windows. Install one.');
  return found;
}

function installedBrowser(isWanted: (file: string) => boolean = () => true): string | undefined {
  const machine = { platform: process.platform, path: process.env.PATH ?? '', home: homedir() };
  return [chromium.executablePath(), ...usualPlaces(machine)].find(
    (file) => isWanted(file) && existsSync(file) && starts(file),
  );
}

/** Some systems have a placeholder of that name that only prints how to install it. */
function starts(file: string): boolean {
  try {
    return /chrom/i.test(
      execFileSync(file, ['--version'], { encoding: 'utf8', stdio: 'pipe', timeout: 30_000 }),
    );
  } catch {
    return false;
  }
}

function installBrowser(): string {
  const attempts = [[process.execPath, 'node_modules/@playwright/test/cli.js', 'install', 'chromium']];
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    attempts.push(['apt-get', 'update'], ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium']);
  }
  for (const [command = '', ...args] of attempts) {
    console.log(`No browser yet. Trying: ${[command, ...args].join(' ')}`);
    try {
      execFileSync(command, args, {
        stdio: 'inherit',
        timeout: INSTALL_WITHIN_MS,
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    } catch {
      continue;
    }
    const found = installedBrowser();
    if (found) return found;
  }
  throw new SetupError(
    'The tests need Chrome or Chromium, and none could be installed. Install one, or set PLAYWRIGHT_CHROMIUM to its program file.',
  );
}
