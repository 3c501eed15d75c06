import 'server-only';
import { z } from 'zod';
import { toEmailAddress } from '@/lib/core/email';
import { isStorable, isVisible } from '@/lib/core/text';
import { postedText } from '@/lib/http/read-post';

/** What can be wrong with an input text; the messages have a sentence for each. */
export const TEXT_FAULTS = ['empty', 'too-long', 'unkeepable', 'not-email', 'not-role'] as const;

export type TextFault = (typeof TEXT_FAULTS)[number];

const fault = (code: TextFault) => code;

/** A name, a reason or an id: trimmed, and storable in PostgreSQL; empty if nothing of it can be seen. */
export const textSchema = z
  .string()
  .overwrite((text) => (isVisible(text) ? text.trim() : ''))
  .max(200, fault('too-long'))
  .refine(isStorable, fault('unkeepable'));

export const filledSchema = textSchema.min(1, fault('empty'));

/** The address that a sign-in proves: lower case. */
export const emailSchema = z.string().transform((typed, context) => {
  const email = toEmailAddress(typed);
  if (email === undefined) context.addIssue(fault('not-email'));
  return email ?? z.NEVER;
});

export const roleSchema = z.enum(['agent', 'manager'], fault('not-role'));

export type OwnerIds = { organizationId: string; agentId: string };

const idSchema = postedText(200).min(1);

/** Reads what `ownerValue` wrote. */
export const ownerIdsSchema = z
  .string()
  .max(1_000)
  .transform((value, context): unknown => {
    try {
      return JSON.parse(value);
    } catch {
      context.addIssue('empty');
      return z.NEVER;
    }
  })
  .pipe(z.tuple([idSchema, idSchema]))
  .transform(([organizationId, agentId]): OwnerIds => ({ organizationId, agentId }));

/** Replaces a wrong owner: posted on the agent's page, and where its submissions wait. */
export const correctOwnerSchema = z.object({
  command: z.literal('correct-owner'),
  owner: ownerIdsSchema,
  organizationId: filledSchema,
  agentId: filledSchema,
});
