import 'server-only';
import { z } from 'zod';
import { isRealDate } from '@/lib/forms/dates';

/** A day in a URL, YYYY-MM-DD; invalid ones count as absent. */
export const daySchema = z
  .string()
  .refine((day) => isRealDate(day) && day >= '1970-01-01' && day < '9999-12-31')
  .catch('');
