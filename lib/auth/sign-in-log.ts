import 'server-only';
import { log, throttleLog } from '@/lib/core/log';
import { singleton } from '@/lib/core/singleton';
import { cutText } from '@/lib/core/text';

const EVERY_MS = 60_000;
const MAX_LENGTH = 300;

/**
 * Logs what strangers can cause at will, at most once a minute for each reason, with its count.
 *
 * @param reason one of a few; never their text
 * @param message of a provider that an admin chose
 */
export function logSignInProblem(
  event: string,
  { reason, message, level = 'error' }: { reason: string; message?: string; level?: 'warn' | 'error' },
): void {
  const notes = singleton('sign-in-log', () => new Map<string, (now: Date) => void>());
  const key = `${event} ${reason}`;
  const report = (count: number) =>
    log()[level](event, { reason, count, message: message && cutText(message, MAX_LENGTH) });
  const note = notes.get(key) ?? throttleLog(report, { everyMs: EVERY_MS });
  notes.set(key, note);
  note(new Date());
}
