'use server';

import { adminAction } from '@/lib/admin/admin-action';
import { needsRecentSignIn, peopleInput } from '@/lib/admin/people/command';
import { runPeopleCommand } from '@/lib/admin/people/run-command';
import { LIMITS } from '@/lib/limits/limits';

/** Changes one thing about people, organizations or agents. */
export const peopleAction = adminAction({
  page: '/admin/people',
  input: peopleInput,
  recentSignIn: needsRecentSignIn,
  rateLimit: LIMITS.adminActions,
  run: runPeopleCommand,
});
