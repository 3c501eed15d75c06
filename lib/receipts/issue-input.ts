import 'server-only';
import { createVault } from '@/lib/core/crypto';
import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import type { IssueInput } from './issue';

/** What issuing a receipt takes from the settings of this process. */
export function toIssueInput(submissionId: string): IssueInput {
  const { APP_URL, APP_SECRET } = env();
  return {
    submissionId,
    issuer: APP_URL,
    vault: createVault(APP_SECRET, 'receipt-key'),
    log: log(),
    now: new Date(),
  };
}
