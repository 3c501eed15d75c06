'use server';

import { adminAction } from '@/lib/admin/admin-action';
import { needsRecentSignIn, webhooksInput } from '@/lib/admin/webhooks/command';
import { runWebhooksCommand } from '@/lib/admin/webhooks/run-command';
import { LIMITS } from '@/lib/limits/limits';

/** Changes subscriptions, and refetches, compares or dismisses leads. */
export const webhooksAction = adminAction({
  page: '/admin/webhooks',
  input: webhooksInput,
  recentSignIn: needsRecentSignIn,
  rateLimit: LIMITS.adminActions,
  run: runWebhooksCommand,
});
