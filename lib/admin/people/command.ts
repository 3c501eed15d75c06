import 'server-only';
import { z } from 'zod';
import { domainSchema } from '@/lib/auth/email-domain';
import { postedId, postedText } from '@/lib/http/read-post';
import { pairSchema } from '@/lib/people/pair';
import {
  emailSchema,
  filledSchema,
  roleSchema,
  TEXT_FAULTS,
  type TextFault,
  textSchema,
} from '@/lib/people/person-text';

const personId = postedId;
/** Nothing typed means: has none. */
const optional = textSchema.transform((text) => text || null);
const optionalEmail = z
  .literal('')
  .transform(() => null)
  .or(emailSchema);
/** What the page showed: compared with what is there now, not judged. */
const shown = postedText(500);
const shownOptional = shown.transform((text) => text || null);

const targetSchema = z
  .string()
  .max(500)
  .transform((value) => [value.slice(0, value.indexOf(' ')), value.slice(value.indexOf(' ') + 1)])
  .pipe(z.tuple([roleSchema, filledSchema]))
  .transform(([role, organizationId]) => ({ organizationId, role }));

/** A rule's target as a form carries it, to be read by `readAct`. */
export const targetValue = ({ organizationId, role }: z.infer<typeof targetSchema>) =>
  `${role} ${organizationId}`;

const seenSchema = z.object({
  seenAgent: z.literal('').or(pairSchema),
  seenRole: z.literal('').or(roleSchema),
});

const actSchema = z.discriminatedUnion('act', [
  z.object({
    act: z.literal('map'),
    personId,
    agent: pairSchema,
    role: roleSchema,
    sharing: z.enum(['allowed', 'refused']).default('allowed'),
    ...seenSchema.shape,
  }),
  z.object({ act: z.literal('unmap'), personId, ...seenSchema.shape }),
  z.object({ act: z.literal('rename'), personId, seenName: shown, name: filledSchema }),
  z.object({ act: z.literal('disable'), personId }),
  z.object({ act: z.literal('enable'), personId }),
  z.object({ act: z.literal('end-sessions'), personId }),
  z.object({ act: z.literal('reset-identity'), personId }),
  z.object({ act: z.literal('resend'), personId }),
  z.object({
    act: z.literal('invite'),
    email: emailSchema,
    name: filledSchema,
    agent: pairSchema,
    role: roleSchema,
  }),
  z.object({
    act: z.literal('name-organization'),
    organizationId: filledSchema,
    seenName: shownOptional,
    name: optional,
  }),
  z.object({
    act: z.literal('describe-agent'),
    agent: pairSchema,
    seenName: shownOptional,
    seenEmail: shownOptional,
    name: optional,
    email: optionalEmail,
  }),
  z.object({
    act: z.literal('type-in'),
    organizationId: filledSchema,
    organizationName: textSchema,
    agentId: filledSchema,
    agentName: textSchema,
  }),
  z.object({
    act: z.literal('correct-pair'),
    pair: pairSchema,
    organizationId: filledSchema,
    agentId: filledSchema,
  }),
  z.object({ act: z.literal('hand-over'), agent: pairSchema, to: filledSchema }),
  z.object({
    act: z.literal('set-rule'),
    domain: domainSchema,
    organizationId: filledSchema,
    role: roleSchema,
    /** The other rule that the page showed, where the admin says that it is to go. */
    replaces: targetSchema.optional().catch(undefined),
  }),
  z.object({ act: z.literal('remove-rule'), domain: domainSchema }),
]);

/** What an admin asks for on the pages about people. */
export type PeopleAct = z.infer<typeof actSchema>;

const faultSchema = z.enum(TEXT_FAULTS).catch('empty');

/** Reads a posted act; or what is wrong with what was typed. */
export function readAct(data: FormData): { act: PeopleAct } | { fault: TextFault | 'not-domain' } {
  const parsed = actSchema.safeParse(Object.fromEntries(data));
  if (parsed.success) return { act: parsed.data };
  const [issue] = parsed.error.issues;
  if (issue?.path[0] === 'domain') return { fault: 'not-domain' };
  const isAboutEmail = issue?.path[0] === 'email';
  return { fault: isAboutEmail ? 'not-email' : faultSchema.parse(issue?.message) };
}
