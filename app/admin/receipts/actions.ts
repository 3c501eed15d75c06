'use server';

import { adminAction } from '@/lib/admin/admin-action';
import { receiptsInput } from '@/lib/admin/receipts/command';
import { runReceiptsCommand } from '@/lib/admin/receipts/run-command';
import { LIMITS } from '@/lib/limits/limits';

/** Replaces the key that signs receipts. Cannot be undone, so it needs a recent sign-in. */
export const receiptsAction = adminAction({
  page: '/admin/receipts',
  input: receiptsInput,
  recentSignIn: () => true,
  rateLimit: LIMITS.adminActions,
  run: runReceiptsCommand,
});
