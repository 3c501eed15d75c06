import { createTranslator } from 'use-intl/core';
import { describe, expect, it } from 'vitest';
import { parseEnv } from '@/lib/core/env';
import de from '@/messages/de.json';
import en from '@/messages/en.json';
import { SECRETS, settingsAt, setupContextAt } from '@/tests/support/setup-checks';
import { toSteps } from './labels';
import { checkRuntime, checkSettings, readSettings } from './runtime-checks';

const URL = 'https://api.portal.example';
const MESSAGES = { en, de };

/** What the step of the settings lists, in this language. */
function problemsIn(locale: keyof typeof MESSAGES, source: Record<string, string>): string[] {
  const finding = readSettings(source);
  if (!('state' in finding)) throw new Error('the settings were accepted');
  const t = createTranslator({ locale, messages: MESSAGES[locale], namespace: 'Setup' });
  const verbatim = (text: string) => text;
  const [settings] = toSteps({ settings: finding }, { t, moment: verbatim, day: verbatim });
  return settings?.seen.flatMap(({ items }) => items) ?? [];
}

describe('settings', () => {
  it('that are missing or wrong are all named, and never quoted', () => {
    const source = { ...settingsAt(URL), SERVICE_AUDIENCE: '', APP_SECRET: 'short-secret-4711', DEMO: 'yes' };
    const finding = readSettings(source);
    expect(finding).toMatchObject({ state: 'bad', causes: [{ code: 'settings-wrong' }] });
    const text = JSON.stringify(finding);
    for (const name of ['SERVICE_AUDIENCE', 'APP_SECRET', 'DEMO']) expect(text).toContain(name);
    expect(text).not.toContain('short-secret-4711');
  });

  it('are named as in the log of a start, in any language', () => {
    const source = {
      ...settingsAt(URL),
      SERVICE_CLIENT_SECRET: '',
      SERVICE_CLIENT_SECRET_FILE: '/nowhere/at/all',
    };
    const problem = 'SERVICE_CLIENT_SECRET_FILE points to a file that can’t be read';
    expect(problemsIn('de', source)).toEqual([problem]);
    expect(() => parseEnv(source)).toThrow(problem);
  });

  it('that still have the example value are named', async () => {
    const changes = {
      SERVICE_COMPANY_ID: '000000000000000000000000',
      SERVICE_CLIENT_SECRET: 'client-secret',
    };
    expect(await checkSettings(setupContextAt(URL, { changes }))).toMatchObject({
      state: 'bad',
      causes: [
        { code: 'example-value', about: 'SERVICE_COMPANY_ID, SERVICE_CLIENT_SECRET' },
        { code: 'on-loopback' },
      ],
    });
  });

  it('of a real desk pass', async () => {
    const changes = { APP_URL: 'https://desk.partner.example', APP_SECRET: SECRETS.APP_SECRET };
    expect(await checkSettings(setupContextAt(URL, { changes }))).toMatchObject({ state: 'ok' });
  });
});

describe('Node.js', () => {
  const on = (nodeVersion: string, day: string) =>
    checkRuntime({ nodeVersion, now: () => new Date(`${day}T12:00:00Z`) });

  it.each([
    ['v18.20.0', '2026-01-01', 'bad', 'node-unsupported'],
    ['v20.18.3', '2026-01-01', 'bad', 'node-unsupported'],
    ['v20.19.0', '2026-05-01', 'warning', 'node-unsupported'],
    ['v23.11.0', '2026-01-01', 'warning', 'node-unsupported'],
    ['v24.1.0', '2028-05-01', 'warning', 'node-unsupported'],
  ])('%s on %s gets a warning', async (version, day, state, code) => {
    expect(await on(version, day)).toMatchObject({ state, causes: [{ code, about: '24' }] });
  });

  it.each([
    ['v20.19.0', '2026-04-30'],
    ['v22.12.0', '2026-11-21'],
    ['v24.0.0', '2026-11-21'],
    ['v26.1.0', '2026-11-21'],
    ['v30.0.0', '2030-11-21'],
  ])('%s on %s passes', async (version, day) => {
    expect(await on(version, day)).toMatchObject({ state: 'ok' });
  });
});
