import 'server-only';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { singleton } from './singleton';
import { toWebLink } from './web-link';

/** The settings of one desk. `.env.example` describes each. Only this file reads them from `process.env`. */
export type Env = z.infer<typeof envSchema>;

/** A setting is missing or wrong. The message names the variable and never repeats its value. */
export class EnvError extends Error {
  override name = 'EnvError';
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

/** True if the host of the URL `address` is this machine. */
export function isLoopback(address: string): boolean {
  return URL.canParse(address) && LOOPBACK.has(new URL(address).hostname);
}

const text = z.string().trim().min(1, 'is missing');

const address = text
  .refine(URL.canParse, 'isn’t a valid URL')
  .refine(
    (value) => !URL.canParse(value) || new URL(value).protocol === 'https:' || isHttpOnLoopback(value),
    'must be https, or http on this machine (localhost) only',
  )
  .refine((value) => !/[?#]/.test(value), 'must have no ? or # part')
  .transform((value) => value.replace(/\/+$/, ''));

/** The desk's own origin: it needs the whole host. */
const origin = address
  .refine(
    (value) => !URL.canParse(value) || isOriginAlone(new URL(value)),
    'must end after the host and port, without a path',
  )
  // Normalised as browsers do: comparisons need not consider capitals.
  .transform((value) => (URL.canParse(value) ? new URL(value).origin : value));

function isOriginAlone({ pathname, username, password }: URL): boolean {
  return pathname === '/' && username === '' && password === '';
}

function isHttpOnLoopback(value: string): boolean {
  return new URL(value).protocol === 'http:' && isLoopback(value);
}

/** The correct encoding of such characters in a password. */
const ENCODE = 'isn’t a valid URL. In a password, write % as %25, / as %2F, # as %23, ? as %3F and @ as %40';

/** The value in `.env.example`, which is public, even if repeated. */
const EXAMPLE_SECRET = /^(change-me-?)+$/;

/** A rough check for typing errors; the mail code parses it strictly. */
const SENDER = /^([^<>@\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u;

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
    context.addIssue(`must be an https address${allows.email ? ' or an email address' : ''}`);
    return z.NEVER;
  });

/** Separated by commas or spaces; lower case, as stored for people. */
function toEmails(value: string, context: z.RefinementCtx): string[] {
  const emails = value
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((email) => email !== '');
  if (!emails.every((email) => z.email().safeParse(email).success)) {
    context.addIssue('must be email addresses, separated by commas');
  }
  return emails;
}

const envSchema = z
  .object({
    APP_URL: origin,
    APP_SECRET: text.min(32, 'needs at least 32 characters'),
    DATABASE_URL: text
      .refine((value) => /^postgres(ql)?:\/\//.test(value), 'must begin with postgres://')
      .refine(URL.canParse, ENCODE)
      .optional(),
    DATA_DIR: text.default('.data'),
    WORKER: z.enum(['inline', 'off', 'only'], 'must be inline, off or only').default('inline'),
    SERVICE_BASE_URL: address,
    SERVICE_AUTH_URL: address,
    SERVICE_AUDIENCE: text,
    SERVICE_COMPANY_ID: text.length(24, 'must have 24 characters'),
    SERVICE_CLIENT_ID: text,
    SERVICE_CLIENT_SECRET: text,
    SERVICE_ENVIRONMENT: z.enum(['production', 'test'], 'must be production or test').default('production'),
    SERVICE_MARKER_FIELD: text.optional(),
    WEBHOOK_BASE_URL: address.optional(),
    ADMIN_EMAILS: z.string().default('').transform(toEmails),
    AUTH_OIDC_ISSUER: address.optional(),
    AUTH_OIDC_CLIENT_ID: text.optional(),
    AUTH_OIDC_CLIENT_SECRET: text.optional(),
    AUTH_OIDC_NAME: text.default('your company account'),
    SMTP_URL: text
      .refine((value) => /^smtps?:\/\//.test(value), 'must begin with smtp:// or smtps://')
      .refine((value) => URL.canParse(value) && new URL(value).hostname !== '', ENCODE)
      .optional(),
    MAIL_FROM: text
      .refine((value) => SENDER.test(value), 'must be an address, or a name and <an address>')
      .optional(),
    TRUSTED_PROXY_HEADER: text
      .toLowerCase()
      .refine((name) => /^[a-z][a-z0-9-]*$/.test(name), 'must be the name of a header')
      // It contains more than addresses.
      .refine(
        (name) => name !== 'forwarded',
        'must be a header that holds addresses only, like X-Forwarded-For',
      )
      .optional(),
    TRUSTED_PROXY_HOPS: z.coerce
      .number('must be a number')
      .int('must be a whole number')
      .min(1, 'must be at least 1')
      .max(10, 'must be at most 10')
      .default(1),
    BRAND_NAME: text.default('Partner Desk'),
    BRAND_ACCENT: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #3056d3')
      .transform((color) => color.toLowerCase())
      .optional(),
    BRAND_HELP_URL: link({ email: true }).optional(),
    BRAND_PRIVACY_URL: link({ email: false }).optional(),
    SWEEP_MINUTES: z.coerce.number('must be a number').min(1, 'must be at least 1').default(15),
    AWAY_MINUTES: z.coerce.number('must be a number').min(0, 'must not be negative').default(5),
    LOG_LEVEL: z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
      .default('info'),
    PSEUDO_CATALOGUE: text.optional(),
    DEMO: z
      .enum(['true', 'false'], 'must be true or false')
      .default('false')
      .transform((value) => value === 'true'),
  })
  .refine((settings) => !settings.DEMO || isLoopback(settings.APP_URL), {
    path: ['DEMO'],
    message: 'may be true only if APP_URL is on this machine (localhost): demo accounts need no password',
  })
  .refine((settings) => !settings.PSEUDO_CATALOGUE || isLoopback(settings.APP_URL), {
    path: ['PSEUDO_CATALOGUE'],
    message: 'may be set only if APP_URL is on this machine (localhost): it is for checks of layout',
  })
  .refine((settings) => !EXAMPLE_SECRET.test(settings.APP_SECRET) || isLoopback(settings.APP_URL), {
    path: ['APP_SECRET'],
    message: 'is the example value, which everyone knows: create your own with openssl rand -base64 32',
  })
  .superRefine((settings, context) => {
    for (const group of TOGETHER) {
      const missing = group.filter((name) => !settings[name]);
      if (missing.length === group.length) continue;
      for (const name of missing) context.addIssue({ code: 'custom', path: [name], message: 'is missing' });
    }
  })
  .transform((settings) => ({
    ...settings,
    WEBHOOK_BASE_URL: settings.WEBHOOK_BASE_URL ?? settings.APP_URL,
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
      if (source[setting])
        throw new EnvError(`${setting} and ${name} are both set: leave one of them empty.`);
      given[setting] = readSecretFile(name, value);
    } else if (isSetting(name)) given[name] = value;
  }
  const parsed = envSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')} ${wordsOf(issue)}`);
  throw new EnvError(`Some settings are missing or wrong:\n${lines.join('\n')}\nSee .env.example.`);
}

/** The names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(envSchema.in.shape);

function isSetting(name: string): boolean {
  return Object.hasOwn(envSchema.in.shape, name);
}

/** Missing values are reported as such; an invalid number was converted to NaN. */
function wordsOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' && issue.expected === 'string' ? 'is missing' : issue.message;
}

function readSecretFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw new EnvError(`${name} points to a file that can’t be read.`, { cause });
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
