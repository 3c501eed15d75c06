import 'server-only';
import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { domainSchema } from '@/lib/auth/email-domain';
import { postedId, postedText } from '@/lib/http/read-post';
import { isLocale, type Locale } from '@/lib/i18n/locales';
import {
  correctOwnerSchema,
  emailSchema,
  filledSchema,
  ownerIdsSchema,
  roleSchema,
  TEXT_FAULTS,
  type TextFault,
  textSchema,
} from '@/lib/people/input';
import type { UnreadPost } from '../../form-action';
import type { CommandInput } from '../admin-action';

const personId = postedId;
/** An empty input means none. */
const optional = textSchema.transform((text) => text || null);
const optionalEmail = z
  .literal('')
  .transform(() => null)
  .or(emailSchema);
/** What the page showed: compared with the current value, not validated. */
const shown = postedText(500);
const shownOptional = shown.transform((text) => text || null);

const targetSchema = z
  .string()
  .max(500)
  .transform((value) => [value.slice(0, value.indexOf(' ')), value.slice(value.indexOf(' ') + 1)])
  .pipe(z.tuple([roleSchema, filledSchema]))
  .transform(([role, organizationId]) => ({ organizationId, role }));

/** A rule's target as a form value, to be read by `targetSchema`. */
export const targetValue = ({ organizationId, role }: z.infer<typeof targetSchema>) =>
  `${role} ${organizationId}`;

const shownSchema = z.object({
  seenAgent: z.literal('').or(ownerIdsSchema),
  seenRole: z.literal('').or(roleSchema),
});

/** Exported for its test. */
export const peopleSchema = z.discriminatedUnion('command', [
  z.object({
    command: z.literal('map'),
    personId,
    agent: ownerIdsSchema,
    role: roleSchema,
    sharing: z.enum(['allowed', 'refused']).default('allowed'),
    ...shownSchema.shape,
  }),
  z.object({ command: z.literal('unmap'), personId, ...shownSchema.shape }),
  z.object({ command: z.literal('rename'), personId, seenName: shown, name: filledSchema }),
  z.object({ command: z.literal('disable'), personId }),
  z.object({ command: z.literal('enable'), personId }),
  z.object({ command: z.literal('end-sessions'), personId }),
  z.object({ command: z.literal('view-as'), personId, reason: filledSchema }),
  z.object({ command: z.literal('reset-identity'), personId }),
  z.object({ command: z.literal('resend'), personId }),
  z.object({
    command: z.literal('invite'),
    email: emailSchema,
    name: filledSchema,
    agent: ownerIdsSchema,
    role: roleSchema,
    /** Of the mail; the admin's own if the form offers no choice. */
    locale: z.custom<Locale>(isLocale).optional().catch(undefined),
  }),
  z.object({
    command: z.literal('name-organization'),
    organizationId: filledSchema,
    seenName: shownOptional,
    name: optional,
  }),
  z.object({
    command: z.literal('describe-agent'),
    agent: ownerIdsSchema,
    seenName: shownOptional,
    seenEmail: shownOptional,
    name: optional,
    email: optionalEmail,
  }),
  z.object({
    command: z.literal('type-in'),
    organizationId: filledSchema,
    organizationName: textSchema,
    agentId: filledSchema,
    agentName: textSchema,
  }),
  correctOwnerSchema,
  z.object({ command: z.literal('transfer'), agent: ownerIdsSchema, to: filledSchema }),
  z.object({
    command: z.literal('set-rule'),
    domain: domainSchema,
    organizationId: filledSchema,
    role: roleSchema,
    /** The existing rule that the page showed, if the admin confirmed to replace it. */
    replaces: targetSchema.optional().catch(undefined),
  }),
  z.object({ command: z.literal('remove-rule'), domain: domainSchema }),
]);

/** A command on the pages about people. */
export type PeopleCommand = z.infer<typeof peopleSchema>;

const faultSchema = z.enum(TEXT_FAULTS).catch('empty');

/** How the pages about people parse posts, and the messages for invalid input. */
export const peopleInput = {
  schema: peopleSchema,
  explain: async (problem) => (await getTranslations('People.fault'))(toFault(problem)),
} satisfies CommandInput<PeopleCommand>;

/** The fields with a sentence of their own for a missing answer. */
const NAMED = ['reason', 'name', 'agent', 'to', 'organizationId', 'agentId'] as const;

type Fault = TextFault | 'not-domain' | 'no-organization' | `no-${(typeof NAMED)[number]}`;

/** The message key for an invalid input. */
export function toFault({ command, field, fault }: UnreadPost): Fault {
  if (field === 'domain') return 'not-domain';
  if (field === 'email') return 'not-email';
  const text = faultSchema.parse(fault);
  if (command === 'set-rule' && field === 'organizationId') return 'no-organization';
  const named = NAMED.find((one) => one === field);
  return text === 'empty' && named ? `no-${named}` : text;
}

/** Commands that lock a person out, change whose leads they are, or show them to an admin. */
export const needsRecentSignIn = ({ command }: PeopleCommand) =>
  ['disable', 'reset-identity', 'correct-owner', 'transfer', 'view-as'].includes(command);
