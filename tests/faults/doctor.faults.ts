import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { lockFolder } from '@/lib/db/lock';
import { openTestPortal, type TestPortal } from '@/tests/support/portal';
import { answering, closedAddress, SECRETS, settingsAt } from '@/tests/support/setup-checks';

const reportSchema = z.strictObject({
  at: z.iso.datetime(),
  ok: z.boolean(),
  checks: z.array(
    z.strictObject({
      id: z.string(),
      group: z.string(),
      state: z.enum(['ok', 'warning', 'bad', 'unknown']),
      title: z.string(),
      facts: z.record(z.string(), z.unknown()),
      causes: z.array(z.strictObject({ code: z.string(), what: z.string(), todo: z.string() })),
    }),
  ),
});

let portal: TestPortal;
let desk: Awaited<ReturnType<typeof answering>>;
const folder = mkdtempSync(join(tmpdir(), 'desk-doctor-'));

beforeAll(async () => {
  portal = await openTestPortal({ seedLeads: 2 });
  desk = await answering((_request, response) => response.end(JSON.stringify({ status: 'ok' })));
  for (const topic of ['lead/create', 'lead/update', 'lead/delete']) {
    await portal.service.createSubscription({ topic, url: `${desk.url}/api/webhooks/${topic}` });
  }
});
afterAll(async () => {
  await desk.close();
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

type Run = { code: number | null; stdout: string; stderr: string };

/** Runs the doctor as a separate process, with only these settings. */
function doctor(args: string[], settings: Record<string, string>): Promise<Run> {
  const child = spawn(
    process.execPath,
    ['--conditions=react-server', '--import', 'tsx', 'scripts/doctor.ts', ...args],
    { env: { PATH: process.env.PATH, NODE_ENV: 'production', ...settings } },
  );
  const run: Run = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (part) => {
    run.stdout += part;
  });
  child.stderr.on('data', (part) => {
    run.stderr += part;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ ...run, code })));
}

/** A desk that is ready to start. */
const ready = () => settingsAt(portal.url, { DATA_DIR: folder, WEBHOOK_BASE_URL: desk.url, DEMO: 'true' });

async function report(settings: Record<string, string>) {
  const { code, stdout, stderr } = await doctor(['--json'], settings);
  expect(stderr).toBe('');
  const read = reportSchema.parse(JSON.parse(stdout));
  return { code, ok: read.ok, checks: new Map(read.checks.map((check) => [check.id, check])), stdout };
}

const codesOf = (check: { causes: { code: string }[] } | undefined) => check?.causes.map(({ code }) => code);

describe('npm run doctor', { timeout: 90_000 }, () => {
  it('finds nothing broken in a ready desk before its first start', async () => {
    const { code, ok, checks } = await report(ready());
    expect([...checks.values()].filter(({ state }) => state === 'bad')).toEqual([]);
    expect({ code, ok }).toEqual({ code: 0, ok: true });
    expect(codesOf(checks.get('database'))).toEqual(['not-started']);
    expect(checks.get('schema')?.state).toBe('ok');
  });

  it('reports the same as text', async () => {
    const { code, stdout } = await doctor([], ready());
    expect(code).toBe(0);
    expect(stdout).toMatch(/OK +API key/);
    expect(stdout).toContain('Last name (lastName): text');
    expect(stdout).not.toMatch(/Setup\.|\{/);
  });

  it('names missing settings and calls no server', async () => {
    const { code, checks } = await report({});
    expect(code).toBe(1);
    const name = 'SERVICE_CLIENT_SECRET';
    // For programs by its code, for people in words.
    const values = { name, fault: 'missing', text: `${name} is missing` };
    const missing = { code: 'setting', values };
    expect(JSON.stringify(checks.get('settings'))).toContain(JSON.stringify(missing));
    expect(codesOf(checks.get('token'))).toEqual(['earlier-first']);
  });

  it('shows no secret when everything fails', async () => {
    const closed = new URL(await closedAddress());
    const settings = {
      ...ready(),
      SERVICE_CLIENT_SECRET: SECRETS.SERVICE_CLIENT_SECRET,
      DATABASE_URL: `postgres://desk:${SECRETS.DATABASE_PASSWORD}@${closed.host}/desk`,
      SMTP_URL: `smtp://desk:${SECRETS.SMTP_PASSWORD}@${closed.host}`,
      MAIL_FROM: 'desk@vendor.example',
      AUTH_OIDC_ISSUER: closed.origin,
      AUTH_OIDC_CLIENT_ID: 'desk',
      AUTH_OIDC_CLIENT_SECRET: SECRETS.AUTH_OIDC_CLIENT_SECRET,
    };
    const { code, checks, stdout } = await report(settings);
    expect(code).toBe(1);
    for (const id of ['database', 'token', 'company', 'mail']) expect(checks.get(id)?.state).toBe('bad');
    const { stdout: text, stderr } = await doctor([], settings);
    for (const secret of Object.values(SECRETS)) expect(stdout + text + stderr).not.toContain(secret);
  });

  it('leaves the database of a running desk alone, says so, and checks the rest', async () => {
    mkdirSync(join(folder, 'db', 'pg'), { recursive: true });
    const { release } = await lockFolder(join(folder, 'db'));
    const { code, checks } = await report(ready());
    release();
    rmSync(join(folder, 'db'), { recursive: true });
    expect(code).toBe(0);
    expect(codesOf(checks.get('database'))).toEqual(['database-held']);
    expect(codesOf(checks.get('people'))).toEqual(['earlier-first']);
    expect(checks.get('leads')?.state).toBe('ok');
  });

  it('answers a wrong call with its usage', async () => {
    const { code, stdout, stderr } = await doctor(['--yaml'], ready());
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('npm run doctor -- [--json]');
  });
});
