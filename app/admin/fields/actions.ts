'use server';

import { adminAction } from '@/lib/admin/admin-action';
import { fieldsInput } from '@/lib/admin/fields/command';
import { runFieldsCommand } from '@/lib/admin/fields/run-command';
import { LIMITS } from '@/lib/limits/limits';

/** Changes how one field or status is shown. */
export const fieldsAction = adminAction({
  page: '/admin/fields',
  input: fieldsInput,
  rateLimit: LIMITS.adminActions,
  run: runFieldsCommand,
});
