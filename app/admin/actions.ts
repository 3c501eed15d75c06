'use server';

import { adminAction } from '@/lib/admin/admin-action';
import { overviewInput } from '@/lib/admin/overview/command';
import { runOverviewCommand } from '@/lib/admin/overview/run-command';
import { LIMITS } from '@/lib/limits/limits';

/** Runs all checks now. */
export const checkNowAction = adminAction({
  page: '/admin',
  input: overviewInput,
  rateLimit: LIMITS.adminActions,
  run: runOverviewCommand,
});
