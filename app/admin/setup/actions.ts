'use server';

import { adminAction } from '@/lib/admin/admin-action';
import { runSetupCommand, setupInput } from '@/lib/admin/setup/command';
import { LIMITS } from '@/lib/limits/limits';

/** Has everything checked, or a test mail sent. */
export const setupAction = adminAction({
  page: '/admin/setup',
  input: setupInput,
  rateLimit: LIMITS.adminActs,
  run: runSetupCommand,
});
