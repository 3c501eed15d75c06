import 'server-only';
import { z } from 'zod';
import { isId } from '@/lib/core/ids';
import { isStorable } from '@/lib/core/text';

/** More than a draft of any form takes; the body of a request. */
export const MAX_DRAFT_BYTES = 256 * 1024;
const MAX_FIELDS = 500;
const MAX_CHOICES = 2_000;
const MAX_DUPLICATES = 20;

const nameText = z.string().min(1).max(500).refine(isStorable);
/** As the browser mints it. */
const revisionText = z.string().regex(/^rev_[\w-]{20}$/);

/** What the browser saves of an open form. */
export const draftPost = z.object({
  renderedFor: z.string().max(200),
  lead: nameText.optional(),
  replaces: z
    .string()
    .refine((id) => isId('submission', id))
    .optional(),
  /** The revision of the lead's answers that an edit was rendered from. */
  basis: z
    .string()
    .regex(/^\d{1,15}\.\d{1,15}$/)
    .optional(),
  version: nameText,
  timeZone: z.string().max(64).optional(),
  locale: z.string().max(64).optional(),
  known: z.array(revisionText).max(MAX_DUPLICATES),
  revision: revisionText,
  fields: z
    .array(
      z.tuple([nameText, z.string().max(50), z.union([z.string(), z.array(z.string()).max(MAX_CHOICES)])]),
    )
    .max(MAX_FIELDS),
});

export type DraftPost = z.output<typeof draftPost>;
