'use server';

import { adminAction } from '@/lib/admin/admin-action';
import { setupInput } from '@/lib/admin/setup/command';
import { runSetupCommand } from '@/lib/admin/setup/run-command';
import { LIMITS } from '@/lib/limits/limits';

/** Runs all checks, or sends a test mail. */
export const setupAction = adminAction({
  page: '/admin/setup',
  input: setupInput,
  rateLimit: LIMITS.adminActions,
  run: runSetupCommand,
});
