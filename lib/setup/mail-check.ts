import 'server-only';
import type { MailCause } from '@/lib/mail/mail-failure';
import { verifyMail } from '@/lib/mail/mail-server';
import type { SetupContext } from './context';
import { type CauseCode, type Finding, ok, problem } from './finding';

const CAUSES = {
  unset: 'no-mail',
  refused: 'nobody-listens',
  'unknown-host': 'no-such-host',
  timeout: 'no-response-in-time',
  tls: 'certificate',
  'no-tls': 'mail-no-tls',
  auth: 'mail-login',
  sender: 'mail-sender',
  recipient: 'mail-other',
  other: 'mail-other',
} as const satisfies Record<MailCause | 'unset', CauseCode>;

/** For each step of the SMTP conversation; together they must stay below a check's timeout. */
const STEP_TIMEOUT_MS = 4_000;

/** The mail server accepts our sign-in. Nothing is sent. */
export async function checkMail({ settings }: SetupContext): Promise<Finding> {
  const { SMTP_URL: address, MAIL_FROM: mailFrom } = settings;
  const about = 'SMTP_URL';
  if (address === undefined || mailFrom === undefined) return problem('warning', 'no-mail', { about });
  const facts = { mailServer: new URL(address).hostname, mailFrom };
  const verified = await verifyMail(settings, STEP_TIMEOUT_MS);
  if (verified.ok) return ok(facts);
  const reason = 'reason' in verified ? { reason: verified.reason } : {};
  return problem('bad', causeOf(verified.cause, address), { about, facts: { ...facts, ...reason } });
}

/** A port with implicit TLS sends no plain-text greeting. */
function causeOf(cause: keyof typeof CAUSES, address: string): CauseCode {
  const { protocol, port } = new URL(address);
  return CAUSES[cause === 'timeout' && protocol === 'smtp:' && port === '465' ? 'no-tls' : cause];
}
