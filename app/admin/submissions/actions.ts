'use server';

import { adminAction } from '@/lib/admin/admin-action';
import { needsRecentSignIn, submissionsInput } from '@/lib/admin/submissions/command';
import { runSubmissionsCommand } from '@/lib/admin/submissions/run-command';
import { LIMITS } from '@/lib/limits/limits';

/** Decides about submissions, refused pairs, and dead jobs. */
export const submissionsAction = adminAction({
  page: '/admin/submissions',
  input: submissionsInput,
  recentSignIn: needsRecentSignIn,
  rateLimit: LIMITS.adminActions,
  run: runSubmissionsCommand,
});
