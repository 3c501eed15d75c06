'use server';

import { adminAction } from '@/lib/admin/admin-action';
import { erasureInput } from '@/lib/admin/erasure/command';
import { runErasureCommand } from '@/lib/admin/erasure/run-command';
import { LIMITS } from '@/lib/limits/limits';

/** Finds and erases what is kept about a person. What is erased can't be restored, so it needs a recent sign-in. */
export const erasureAction = adminAction({
  page: '/admin/erasure',
  input: erasureInput,
  recentSignIn: () => true,
  rateLimit: LIMITS.erasures,
  run: runErasureCommand,
});
