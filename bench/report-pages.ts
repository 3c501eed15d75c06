import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from 'next-auth/jwt';
import type { Viewer } from '@/lib/auth/viewer';
import { SESSION_SECONDS } from '@/lib/sessions/sessions';
import { PlainBrowser } from '@/tests/support/desk/browser';
import { compareInTurn, timeOf } from './compare';
import { printTable } from './report';
import { APP_SECRET, startDesk } from './webhooks-processes';

const PAGES = ['/team', '/team?weeks=52'];
const ROUNDS = 41;

/** A filled database on PostgreSQL, and who reads it. */
type Filled = { url: string; manager: Viewer };

/**
 * The whole page as its reader gets it: a request to a desk of the production build, until the last byte of the answer.
 *
 * @returns the greatest ratio of many leads over few
 */
export async function comparePages({ few, many }: { few: Filled; many: Filled }): Promise<number> {
  const [ofFew, ofMany] = [await openPages(few), await openPages(many)];
  try {
    const rows: { page: string; few: number; many: number }[] = [];
    for (const page of PAGES) {
      const pair = { few: () => timeOf(() => ofFew.get(page)), many: () => timeOf(() => ofMany.get(page)) };
      rows.push({ page, ...(await compareInTurn(pair, ROUNDS)) });
    }
    printTable([
      ['whole page', 'few leads', 'many', 'ratio'],
      ...rows.map(({ page, few, many }) => [
        ...[page, `${few.toFixed(1)} ms`, `${many.toFixed(1)} ms`],
        (many / few).toFixed(2),
      ]),
    ]);
    return Math.max(...rows.map((row) => row.many / row.few));
  } finally {
    await Promise.all([ofFew.close(), ofMany.close()]);
  }
}

async function openPages({ url, manager }: Filled) {
  const folder = mkdtempSync(join(tmpdir(), 'desk-bench-'));
  const desk = await startDesk({ DATA_DIR: folder, DATABASE_URL: url });
  const { origin, port } = new URL(desk.address);
  const token = await encode({
    token: { sessionId: manager.sessionId },
    secret: APP_SECRET,
    maxAge: SESSION_SECONDS,
  });
  const web = { url: origin, publicUrl: `http://localhost:${port}` };
  const browser = new PlainBrowser(web, new Map([['next-auth.session-token', token]]));
  return {
    async get(page: string): Promise<void> {
      const { status, path } = await browser.get(page);
      if (status !== 200 || path !== page) throw new Error(`${page} answered ${status} at ${path}.`);
    },
    async close(): Promise<void> {
      await desk.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
