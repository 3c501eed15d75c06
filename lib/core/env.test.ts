import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EnvError, isLoopback, parseEnv } from './env';

const GOOD: Record<string, string> = {
  APP_URL: 'https://desk.example',
  APP_SECRET: 'a secret with more than 32 characters',
  SERVICE_BASE_URL: 'https://api.service.example/',
  SERVICE_AUTH_URL: 'https://auth.service.example',
  SERVICE_AUDIENCE: 'https://api.service.example',
  SERVICE_COMPANY_ID: '66b0c4d2e8f1a35790d4c6b2',
  SERVICE_CLIENT_ID: 'client',
  SERVICE_CLIENT_SECRET: 'client-secret',
};

function complaint(changes: Record<string, string | undefined>): string {
  try {
    parseEnv({ ...GOOD, ...changes });
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError);
    return error instanceof Error ? error.message : '';
  }
  throw new Error('the settings were accepted');
}

describe('settings', () => {
  it('have defaults where possible', () => {
    expect(parseEnv(GOOD)).toMatchObject({
      DATA_DIR: '.data',
      WORKER: 'inline',
      SERVICE_ENVIRONMENT: 'production',
      WEBHOOK_BASE_URL: 'https://desk.example',
      FULL_SYNC_MINUTES: 15,
      BACKUPS_KEPT: 7,
      DEMO: false,
    });
  });

  it('have no mail server in a drill', () => {
    const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'desk@vendor.example' };
    expect(parseEnv({ ...GOOD, ...mail, DRILL: '0' }).SMTP_URL).toBe(mail.SMTP_URL);
    expect(parseEnv({ ...GOOD, ...mail, DRILL: '1' }).SMTP_URL).toBeUndefined();
  });

  it('normalise the URL as browsers do, so that https in capitals is https', () => {
    expect(parseEnv({ ...GOOD, APP_URL: 'HTTPS://Desk.Example:443/' }).APP_URL).toBe('https://desk.example');
  });

  it('complete the links of the brand, and accept no others', () => {
    const links = { BRAND_HELP_URL: 'help@vendor.example', BRAND_PRIVACY_URL: 'vendor.example/privacy' };
    expect(parseEnv({ ...GOOD, ...links })).toMatchObject({
      BRAND_HELP_URL: 'mailto:help@vendor.example',
      BRAND_PRIVACY_URL: 'https://vendor.example/privacy',
    });
    expect(complaint({ BRAND_HELP_URL: 'javascript:alert(1)' })).toContain(
      'BRAND_HELP_URL must be an https address or an email address',
    );
    expect(complaint({ BRAND_PRIVACY_URL: 'help@vendor.example' })).toContain(
      'BRAND_PRIVACY_URL must be an https address',
    );
  });

  it('have a token for metrics of at least 16 characters, or none', () => {
    expect(parseEnv({ ...GOOD, METRICS_TOKEN: '0123456789abcdef' }).METRICS_TOKEN).toBe('0123456789abcdef');
    expect(complaint({ METRICS_TOKEN: '0123456789abcde' })).toContain(
      'METRICS_TOKEN needs at least 16 characters',
    );
  });

  it('may have the example’s secret on localhost only', () => {
    const APP_SECRET = 'change-me-change-me-change-me-change-me';
    expect(parseEnv({ ...GOOD, APP_URL: 'http://localhost:3000', APP_SECRET })).toMatchObject({ APP_SECRET });
  });

  it('reject a setting given both directly and as a file', () => {
    expect(complaint({ DATABASE_URL: 'postgres://localhost/a', DATABASE_URL_FILE: '/tmp/b' })).toContain(
      'DATABASE_URL and DATABASE_URL_FILE are both set',
    );
  });

  it('are read as people write them', () => {
    const settings = parseEnv({
      ...GOOD,
      APP_URL: ' https://desk.example// ',
      WORKER: '',
      PATH: '/bin',
      FULL_SYNC_MINUTES: '5',
      DATABASE_URL: 'postgresql://desk:a,b@localhost/desk',
    });
    expect(settings).toMatchObject({
      APP_URL: 'https://desk.example',
      SERVICE_BASE_URL: 'https://api.service.example',
      WORKER: 'inline',
      FULL_SYNC_MINUTES: 5,
    });
    expect(settings).not.toHaveProperty('PATH');
  });

  it('that are all missing are all named', () => {
    const message = (() => {
      try {
        parseEnv({});
      } catch (error) {
        return String(error);
      }
    })();
    for (const name of Object.keys(GOOD)) expect(message).toContain(`${name} is missing`);
  });

  it.each([
    ['APP_URL', 'hunter2', 'must begin with https:// or, on this machine (localhost), http://'],
    ['APP_URL', 'localhost:14140', 'must begin with https:// or, on this machine (localhost), http://'],
    ['APP_URL', 'https://hunter2 .example', 'isn’t a valid URL'],
    ['APP_URL', 'http://hunter2.example', 'must be https'],
    ['APP_URL', 'ftp://localhost/hunter2', 'must be https'],
    ['APP_URL', 'javascript:hunter2', 'must begin with https://'],
    ['APP_URL', 'http://localhost.hunter2.example', 'must be https'],
    ['APP_URL', 'http://localhost@hunter2.example', 'must be https'],
    ['APP_URL', 'https://desk.example/hunter2', 'must end after the host and port'],
    ['APP_URL', 'https://hunter2@desk.example', 'must end after the host and port'],
    ['APP_URL', 'https://desk.example?hunter2', 'must have no ? or # part'],
    ['SERVICE_BASE_URL', 'http://10.0.0.1/hunter2', 'must be https'],
    ['SERVICE_AUTH_URL', 'http://169.254.169.254/hunter2', 'must be https'],
    ['WEBHOOK_BASE_URL', 'http://hunter2.example', 'must be https'],
    ['APP_SECRET', 'hunter2', 'needs at least 32 characters'],
    ['APP_SECRET', '   ', 'is missing'],
    [
      'DATABASE_URL',
      'postgres://desk:hunter2/x@localhost/desk',
      'isn’t a valid URL. In a password, write % as %25',
    ],
    ['DATABASE_URL', 'postgres://desk:hunter2@localhost:70000/desk', 'isn’t a valid URL'],
    ['SMTP_URL', 'smtp://desk:hunter2/x@localhost', 'isn’t a valid URL. In a password, write % as %25'],
    ['SMTP_URL', 'smtp://', 'isn’t a valid URL'],
    ['APP_SECRET', 'change-me-change-me-change-me-change-me', 'is still the public example value'],
    ['APP_SECRET', 'change-me-change-me-change-me-change-me-', 'is still the public example value'],
    ['DATABASE_URL', 'postgres://desk:hunter2@one:5432,two:5432/desk', 'names several hosts'],
    ['DATABASE_URL', 'postgres://desk:hunter2@/desk?host=one,two', 'names several hosts'],
    ['DATABASE_URL', 'mysql://root:hunter2@localhost/desk', 'must begin with postgres://'],
    ['WORKER', 'hunter2', 'must be inline, off or only'],
    ['SERVICE_COMPANY_ID', 'hunter2', 'must have 24 characters'],
    ['SERVICE_ENVIRONMENT', 'hunter2', 'must be production or test'],
    ['TRUSTED_PROXY_HEADER', 'x forwarded hunter2', 'must be the name of a header'],
    ['TRUSTED_PROXY_HEADER', 'Forwarded', 'must be a header that holds addresses only'],
    ['TRUSTED_PROXY_HOPS', 'hunter2', 'must be a number'],
    ['TRUSTED_PROXY_HOPS', '0', 'must be at least 1'],
    ['FULL_SYNC_MINUTES', 'hunter2', 'must be a number'],
    ['FULL_SYNC_MINUTES', '0', 'must be at least 1'],
    ['BACKUPS_KEPT', '-1', 'must not be negative'],
    ['LOG_LEVEL', 'hunter2', 'must be debug, info, warn, error or silent'],
    ['DEMO', 'hunter2', 'must be true or false'],
    ['DRILL', 'hunter2', 'must be true or false'],
    ['ADMIN_EMAILS', 'robin@desk.example, hunter2', 'must be email addresses'],
    ['AUTH_OIDC_ISSUER', 'http://hunter2.example', 'must be https'],
    ['SMTP_URL', 'https://hunter2.example', 'must begin with smtp://'],
    ['MAIL_FROM', 'hunter2', 'must be an address'],
    ['MAIL_FROM', 'Desk <hunter2>', 'must be an address'],
    ['MAIL_FROM', 'desk@hunter2', 'must be an address'],
  ])('%s=%s is refused by name, with the expected format and without its value', (name, value, expected) => {
    const message = complaint({ [name]: value });
    expect(message).toContain(`${name} ${expected}`);
    expect(message).not.toContain('hunter2');
    expect(message).toContain('.env.example');
  });

  it('may be http on localhost', () => {
    for (const APP_URL of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])
      expect(parseEnv({ ...GOOD, APP_URL }).APP_URL).toBe(APP_URL);
  });

  it('name admins by addresses in any case, separated by commas, spaces or lines', () => {
    const { ADMIN_EMAILS } = parseEnv({ ...GOOD, ADMIN_EMAILS: ' Robin@Desk.example,ines@desk.example\n' });
    expect(ADMIN_EMAILS).toEqual(['robin@desk.example', 'ines@desk.example']);
    expect(parseEnv(GOOD).ADMIN_EMAILS).toEqual([]);
  });

  it.each([
    [{ SMTP_URL: 'smtp://localhost:2525' }, 'MAIL_FROM is missing'],
    [{ MAIL_FROM: 'Desk <desk@desk.example>' }, 'SMTP_URL is missing'],
    [{ DATABASE_DIRECT_URL: 'postgres://localhost/desk' }, 'DATABASE_URL is missing'],
    [
      { AUTH_OIDC_ISSUER: 'https://id.example', AUTH_OIDC_CLIENT_ID: 'desk' },
      'AUTH_OIDC_CLIENT_SECRET is missing',
    ],
  ])('that only work together are required together: %o', (given, expected) => {
    expect(complaint(given)).toContain(expected);
  });

  it('allow a demo on localhost only', () => {
    expect(parseEnv({ ...GOOD, APP_URL: 'http://localhost:3000', DEMO: 'true' }).DEMO).toBe(true);
    expect(parseEnv({ ...GOOD, DEMO: 'false' }).DEMO).toBe(false);
    expect(complaint({ DEMO: 'true' })).toContain('DEMO may be true only if APP_URL is on this machine');
    expect(complaint({ DEMO: 'true', APP_URL: 'https://localhost.desk.example' })).toContain('DEMO');
  });
});

describe('a secret in a file', () => {
  function file(text: string): string {
    const folder = mkdtempSync(join(tmpdir(), 'desk-env-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'secret'), text);
    return join(folder, 'secret');
  }

  it('is read as if it were in the variable', () => {
    const path = file('  a secret from a file, 32 characters\n');
    const settings = parseEnv({ ...GOOD, APP_SECRET: undefined, APP_SECRET_FILE: path });
    expect(settings.APP_SECRET).toBe('a secret from a file, 32 characters');
  });

  it('that is wrong is not repeated either', () => {
    const message = complaint({ APP_SECRET: undefined, APP_SECRET_FILE: file('hunter2') });
    expect(message).toContain('APP_SECRET needs at least 32 characters');
    expect(message).not.toContain('hunter2');
  });

  it('that is missing is named by its variable', () => {
    expect(complaint({ APP_SECRET: '', APP_SECRET_FILE: '/nowhere/hunter2' })).toContain(
      'APP_SECRET_FILE points to a file',
    );
  });

  it('is read for settings only', () => {
    for (const name of ['OTHER_FILE', 'constructor_FILE', '_FILE', 'toString_FILE'])
      expect(parseEnv({ ...GOOD, [name]: '/nowhere' }).APP_URL).toBe(GOOD.APP_URL);
  });
});

it('only localhost is localhost', () => {
  for (const own of ['http://localhost', 'https://127.0.0.1:1', 'http://[::1]/x'])
    expect(isLoopback(own)).toBe(true);
  for (const other of [
    '',
    'localhost',
    'http://localhost.example',
    'http://127.0.0.1.example',
    'http://x@10.0.0.1',
  ])
    expect(isLoopback(other)).toBe(false);
});
