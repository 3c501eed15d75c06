import 'server-only';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readSender } from './sender';
import {
  describeSettingProblem,
  isSettingFault,
  type SettingFault,
  type SettingProblem,
} from './setting-problems';
import { singleton } from './singleton';
import { toWebLink } from './web-link';

/** The settings of one desk. `.env.example` describes each. Only this file reads them from `process.env`. */
export type Env = z.infer<typeof envSchema>;

/** Settings are missing or wrong. The message names each variable and never repeats its value. */
export class EnvError extends Error {
  override name = 'EnvError';
  readonly problems: readonly SettingProblem[];

  constructor(problems: readonly SettingProblem[], options?: ErrorOptions) {
    const lines = problems.map((problem) => `  ${describeSettingProblem(problem)}`);
    super(`Some settings are missing or wrong:\n${lines.join('\n')}\nSee .env.example.`, options);
    this.problems = problems;
  }
}

/** An issue's message is its code: its words are in `describeSettingProblem`. */
const fault = (code: SettingFault) => code;

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/** True if the host of the URL `address` is this machine. */
export function isLoopback(address: string): boolean {
  return URL.canParse(address) && LOOPBACK.has(new URL(address).hostname);
}

const text = z.string().trim().min(1, fault('missing'));

const address = text
  .superRefine((value, context) => {
    const found = findAddressFault(value);
    if (found) context.addIssue(fault(found));
  })
  .refine((value) => !/[?#]/.test(value), fault('url-parts'))
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''));

function findAddressFault(value: string): SettingFault | undefined {
  // `localhost:3000` is a URL too, of a scheme "localhost".
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(value)) return 'url-scheme';
  if (!URL.canParse(value)) return 'url';
  return new URL(value).protocol === 'https:' || isHttpOnLoopback(value) ? undefined : 'https';
}

/** The desk's own origin: it needs the whole host. */
const origin = address
  .refine((value) => !URL.canParse(value) || isOriginAlone(new URL(value)), fault('origin'))
  // Normalised as browsers do: comparisons need not consider capitals.
  .transform((value) => (URL.canParse(value) ? new URL(value).origin : value));

function isOriginAlone({ pathname, username, password }: URL): boolean {
  return pathname === '/' && username === '' && password === '';
}

function isHttpOnLoopback(value: string): boolean {
  return new URL(value).protocol === 'http:' && isLoopback(value);
}

/** The value in `.env.example`, which is public, even if repeated. */
const EXAMPLE_SECRET = /^(change-me-?)+$/;

/** Settings that must be given together or not at all. */
const TOGETHER = [
  ['AUTH_OIDC_ISSUER', 'AUTH_OIDC_CLIENT_ID', 'AUTH_OIDC_CLIENT_SECRET'],
  ['SMTP_URL', 'MAIL_FROM'],
] as const;

/** A link that people may open. */
const link = (allows: { email: boolean }) =>
  text.transform((value, context) => {
    const found = toWebLink(value, allows);
    if (found !== undefined) return found;
    context.addIssue(fault(allows.email ? 'link-or-email' : 'link'));
    return z.NEVER;
  });

/** Separated by commas or spaces; lower case, as stored for people. */
function toEmails(value: string, context: z.RefinementCtx): string[] {
  const emails = value
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((email) => email !== '');
  if (!emails.every((email) => z.email().safeParse(email).success)) {
    context.addIssue(fault('emails'));
  }
  return emails;
}

const databaseUrl = text.superRefine((value, context) => {
  const found = findDatabaseUrlFault(value);
  if (found) context.addIssue(fault(found));
});

/** Of a URL as libpq takes it, with several hosts, the driver would only use one name with commas in it. */
function findDatabaseUrlFault(value: string): SettingFault | undefined {
  if (!/^postgres(ql)?:\/\//.test(value)) return 'postgres-url';
  const host = /\/\/(?:[^/?#]*@)?([^/?#]*)/.exec(value)?.[1];
  if (host?.includes(',') || /[?&]host=[^&]*(,|%2c)/i.test(value)) return 'several-hosts';
  return URL.canParse(value) ? undefined : 'url-password';
}

const envSchema = z
  .object({
    APP_URL: origin,
    APP_SECRET: text.min(32, fault('short-secret')),
    DATABASE_URL: databaseUrl.optional(),
    DATABASE_DIRECT_URL: databaseUrl.optional(),
    DATA_DIR: text.default('.data'),
    WORKER: z.enum(['inline', 'off', 'only'], fault('worker')).default('inline'),
    SERVICE_BASE_URL: address,
    SERVICE_AUTH_URL: address,
    SERVICE_AUDIENCE: text,
    SERVICE_COMPANY_ID: text.length(24, fault('company-id')),
    SERVICE_CLIENT_ID: text,
    SERVICE_CLIENT_SECRET: text,
    SERVICE_ENVIRONMENT: z.enum(['production', 'test'], fault('environment')).default('production'),
    SERVICE_MARKER_FIELD: text.optional(),
    WEBHOOK_BASE_URL: address.optional(),
    ADMIN_EMAILS: z.string().default('').transform(toEmails),
    AUTH_OIDC_ISSUER: address.optional(),
    AUTH_OIDC_CLIENT_ID: text.optional(),
    AUTH_OIDC_CLIENT_SECRET: text.optional(),
    AUTH_OIDC_NAME: text.default('your company account'),
    SMTP_URL: text
      .refine((value) => /^smtps?:\/\//.test(value), fault('smtp-url'))
      .refine(
        (value) => !/^smtps?:/.test(value) || (URL.canParse(value) && new URL(value).hostname !== ''),
        fault('url-password'),
      )
      .optional(),
    MAIL_FROM: text.refine((value) => readSender(value) !== undefined, fault('sender')).optional(),
    TRUSTED_PROXY_HEADER: text
      .toLowerCase()
      .refine((name) => /^[a-z][a-z0-9-]*$/.test(name), fault('header-name'))
      // It contains more than addresses.
      .refine((name) => name !== 'forwarded', fault('header-addresses'))
      .optional(),
    TRUSTED_PROXY_HOPS: z.coerce
      .number(fault('number'))
      .int(fault('whole-number'))
      .min(1, fault('at-least-one'))
      .max(10, fault('at-most-ten'))
      .default(1),
    BRAND_NAME: text.default('Partner Desk'),
    BRAND_ACCENT: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, fault('color'))
      .transform((color) => color.toLowerCase())
      .optional(),
    BRAND_HELP_URL: link({ email: true }).optional(),
    BRAND_PRIVACY_URL: link({ email: false }).optional(),
    FULL_SYNC_MINUTES: z.coerce.number(fault('number')).min(1, fault('at-least-one')).default(15),
    AWAY_MINUTES: z.coerce.number(fault('number')).min(0, fault('negative')).default(5),
    BACKUPS_KEPT: z.coerce
      .number(fault('number'))
      .int(fault('whole-number'))
      .min(0, fault('negative'))
      .default(7),
    METRICS_TOKEN: text.min(16, fault('short-token')).optional(),
    LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent'], fault('log-level')).default('info'),
    DRILL: z
      .enum(['1', 'true', '0', 'false'], fault('true-or-false'))
      .default('false')
      .transform((value) => value === '1' || value === 'true'),
    DEMO: z
      .enum(['true', 'false'], fault('true-or-false'))
      .default('false')
      .transform((value) => value === 'true'),
  })
  .refine((settings) => !settings.DEMO || isLoopback(settings.APP_URL), {
    path: ['DEMO'],
    message: fault('demo'),
  })
  .refine((settings) => !EXAMPLE_SECRET.test(settings.APP_SECRET) || isLoopback(settings.APP_URL), {
    path: ['APP_SECRET'],
    message: fault('example-secret'),
  })
  .refine((settings) => settings.DATABASE_URL || !settings.DATABASE_DIRECT_URL, {
    path: ['DATABASE_URL'],
    message: fault('missing'),
  })
  .superRefine((settings, context) => {
    for (const group of TOGETHER) {
      const missing = group.filter((name) => !settings[name]);
      if (missing.length === group.length) continue;
      for (const name of missing)
        context.addIssue({ code: 'custom', path: [name], message: fault('missing') });
    }
  })
  .transform((settings) => ({
    ...settings,
    WEBHOOK_BASE_URL: settings.WEBHOOK_BASE_URL ?? settings.APP_URL,
    // A drill sends no emails: it is a copy, whose people have them from the original.
    SMTP_URL: settings.DRILL ? undefined : settings.SMTP_URL,
  }));

/**
 * Reads settings from `source`; `NAME_FILE` gives the path of a file that contains `NAME`.
 *
 * @throws {EnvError} naming every variable that is missing or wrong
 */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(source)) {
    if (!value) continue;
    const setting = name.replace(/_FILE$/, '');
    if (setting !== name && isSetting(setting)) {
      if (source[setting]) throw new EnvError([{ name: setting, fault: 'both-set' }]);
      given[setting] = readSecretFile(setting, value);
    } else if (isSetting(name)) given[name] = value;
  }
  const parsed = envSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new EnvError(
    parsed.error.issues.map((issue) => ({ name: issue.path.join('.'), fault: faultOf(issue) })),
  );
}

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(envSchema.in.shape);

function isSetting(name: string): boolean {
  return Object.hasOwn(envSchema.in.shape, name);
}

/** Missing values are reported as such; an invalid number was converted to NaN. */
function faultOf(issue: z.core.$ZodIssue): SettingFault {
  if (issue.code === 'invalid_type' && issue.expected === 'string') return 'missing';
  return isSettingFault(issue.message) ? issue.message : 'invalid';
}

function readSecretFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw new EnvError([{ name, fault: 'file' }], { cause });
  }
}

/**
 * The settings of this process, parsed at first use.
 *
 * A function and not a constant, because a build evaluates modules without settings.
 */
export function env(): Env {
  return singleton('env', () => {
    const settings = parseEnv(process.env);
    // next-auth 4 reads its own URL from here only; without it, it would trust the Host header, and an
    // attacker could choose the host of its links.
    process.env.NEXTAUTH_URL = settings.APP_URL;
    return settings;
  });
}

/** True under `next dev` only. Inlined at build time, so that no setting can weaken a desk in production. */
export const IS_DEVELOPMENT = process.env.NODE_ENV === 'development';

/** The commit this desk was built from, which the build writes here (`next.config.js`); undefined if it knew none. */
export const SOURCE_COMMIT = process.env.SOURCE_COMMIT || undefined;

/** The port this process listens at, which Next puts into the environment once it listens. */
export function getListeningPort(): string | undefined {
  return process.env.PORT || undefined;
}
