'use server';

import { adminAction } from '@/lib/admin/admin-action';
import { brandInput } from '@/lib/admin/brand/command';
import { runBrandCommand } from '@/lib/admin/brand/run-command';
import { LIMITS } from '@/lib/limits/limits';

/** Every command of the brand page. */
export const brandAction = adminAction({
  page: '/admin/brand',
  input: brandInput,
  rateLimit: LIMITS.adminActions,
  run: runBrandCommand,
});
