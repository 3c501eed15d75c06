'use server';

import { adminAction } from '@/lib/admin/admin-action';
import { overviewInput, runOverviewCommand } from '@/lib/admin/overview/command';
import { LIMITS } from '@/lib/limits/limits';

/** Runs all checks now. */
export const checkNowAction = adminAction({
  page: '/admin',
  input: overviewInput,
  rateLimit: LIMITS.adminActs,
  run: runOverviewCommand,
});
