import { getOwn } from './own';

/** What can be wrong with a setting, in English only: the log of a start and the doctor say the same. */
const SETTING_FAULTS = {
  missing: '{name} is missing',
  invalid: '{name} isn’t valid',
  url: '{name} isn’t a valid URL',
  https: '{name} must be https, or http on this machine (localhost) only',
  'url-scheme': '{name} must begin with https:// or, on this machine (localhost), http://',
  'url-parts': '{name} must have no ? or # part',
  origin: '{name} must end after the host and port, without a path',
  // The correct encoding of such characters.
  'url-password':
    '{name} isn’t a valid URL. In a password, write % as %25, / as %2F, # as %23, ? as %3F and @ as %40',
  link: '{name} must be an https address',
  'link-or-email': '{name} must be an https address or an email address',
  emails: '{name} must be email addresses, separated by commas',
  'short-secret': '{name} needs at least 32 characters',
  'short-token': '{name} needs at least 16 characters',
  'example-secret': '{name} is still the public example value. Create your own with openssl rand -base64 32',
  'postgres-url': '{name} must begin with postgres://',
  'several-hosts':
    '{name} names several hosts: use one, such as the address of a proxy that finds the primary',
  worker: '{name} must be inline, off or only',
  'company-id': '{name} must have 24 characters',
  environment: '{name} must be production or test',
  'smtp-url': '{name} must begin with smtp:// or smtps://',
  sender: '{name} must be an address, or a name with the address in angle brackets',
  'header-name': '{name} must be the name of a header',
  'header-addresses': '{name} must be a header that holds addresses only, like X-Forwarded-For',
  number: '{name} must be a number',
  'whole-number': '{name} must be a whole number',
  'at-least-one': '{name} must be at least 1',
  'at-most-ten': '{name} must be at most 10',
  negative: '{name} must not be negative',
  color: '{name} must be a color such as #3056d3',
  'log-level': '{name} must be debug, info, warn, error or silent',
  'true-or-false': '{name} must be true or false',
  demo: '{name} may be true only if APP_URL is on this machine (localhost): demo accounts need no password',
  'both-set': '{name} and {name}_FILE are both set: leave one of them empty',
  file: '{name}_FILE points to a file that can’t be read',
} as const;

export type SettingFault = keyof typeof SETTING_FAULTS;

/** The name of a setting and what is wrong with it; never its value. */
export type SettingProblem = { name: string; fault: SettingFault };

/** The problem in words, for operators. */
export function describeSettingProblem({ name, fault }: SettingProblem): string {
  return SETTING_FAULTS[fault].replaceAll('{name}', name);
}

/** True if `code` is a `SettingFault`. */
export function isSettingFault(code: string): code is SettingFault {
  return getOwn(SETTING_FAULTS, code) !== undefined;
}
