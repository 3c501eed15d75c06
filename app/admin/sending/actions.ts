'use server';

import { adminAction } from '@/lib/admin/admin-action';
import { needsRecentSignIn, sendingInput } from '@/lib/admin/sending/command';
import { runSendingCommand } from '@/lib/admin/sending/run-command';
import { LIMITS } from '@/lib/limits/limits';

/** Decides about submissions, refused pairs, and dead jobs. */
export const sendingAction = adminAction({
  page: '/admin/sending',
  input: sendingInput,
  recentSignIn: needsRecentSignIn,
  rateLimit: LIMITS.adminActs,
  run: runSendingCommand,
});
