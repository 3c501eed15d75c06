'use server';

import { adminAction } from '@/lib/admin/admin-action';
import { retentionInput } from '@/lib/admin/retention/command';
import { runRetentionCommand } from '@/lib/admin/retention/run-command';
import { LIMITS } from '@/lib/limits/limits';

/** Changes how long rows are kept. What is deleted can't be restored, so it needs a recent sign-in. */
export const retentionAction = adminAction({
  page: '/admin/retention',
  input: retentionInput,
  recentSignIn: () => true,
  rateLimit: LIMITS.adminActions,
  run: runRetentionCommand,
});
