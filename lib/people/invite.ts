import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import { createTranslator } from 'next-intl';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import { lockMappings } from '@/lib/auth/mapping-lock';
import type { Brand } from '@/lib/brand/brand';
import { toMailBrand } from '@/lib/brand/html-brand';
import type { Vault } from '@/lib/core/crypto';
import { newId } from '@/lib/core/ids';
import { withoutDirectionMarks } from '@/lib/core/isolate';
import type { Db } from '@/lib/db/handle';
import { memberships, people } from '@/lib/db/schema/people';
import type { Catalogue } from '@/lib/i18n/catalogue';
import { composeMail } from '@/lib/mail/compose';
import { type Mail, queueMail } from '@/lib/mail/mail';
import { agentExists, type Mapping } from './membership';

/** The invitation's text and the key to seal it with; absent if the desk cannot send mail. */
export type Invitation = { mail: Omit<Mail, 'kind' | 'to'>; vault: Vault };

type InviteInput = { by: Actor; invitation?: Invitation; now: Date };

/**
 * Adds and maps a person, so that they can work from their first sign-in on, and sends the invitation.
 * `added`: without a mail server, so an admin has to notify them. `known`: the person exists already, and is
 * not changed.
 */
export async function invitePerson(
  db: Db,
  { by, email, name, to, invitation, now }: InviteInput & { email: string; name: string; to: Mapping },
): Promise<{ kind: 'invited' | 'added' | 'known'; personId: string } | { kind: 'foreign-agent' }> {
  return db.transaction(async (tx) => {
    if (!(await agentExists(tx, to))) return { kind: 'foreign-agent' };
    const personId = newId('person');
    const [added] = await tx
      .insert(people)
      .values({ id: personId, email, name, invitedAt: invitation ? now : null, createdAt: now })
      .onConflictDoNothing()
      .returning({ id: people.id });
    if (!added) return { kind: 'known', personId: await requireId(tx, email) };
    await lockMappings(tx);
    await tx.insert(memberships).values({ id: newId('membership'), personId, ...to });
    if (invitation) await send(tx, { ...invitation, email, now });
    const event = invitation ? 'people.invited' : 'people.added';
    await writeAudit(tx, { by, event, subject: email, detail: to, at: now });
    return { kind: invitation ? 'invited' : 'added', personId };
  });
}

/** Sends the invitation again to a person who may sign in. `late`: they have been disabled. */
export async function resendInvitation(
  db: Db,
  { by, personId, invitation, now }: InviteInput & { personId: string; invitation: Invitation },
): Promise<'done' | 'late' | 'unknown'> {
  return db.transaction(async (tx) => {
    const [person] = await tx
      .update(people)
      .set({ invitedAt: now })
      .where(and(eq(people.id, personId), isNull(people.disabledAt)))
      .returning({ email: people.email });
    if (!person) return (await tx.$count(people, eq(people.id, personId))) > 0 ? 'late' : 'unknown';
    await send(tx, { ...invitation, email: person.email, now });
    await writeAudit(tx, { by, event: 'people.invited', subject: person.email, at: now });
    return 'done';
  });
}

async function send(tx: Db, { mail, vault, email, now }: Invitation & { email: string; now: Date }) {
  await queueMail(tx, { ...mail, kind: 'invitation', to: email }, { vault, now });
}

async function requireId(tx: Db, email: string): Promise<string> {
  const [person] = await tx.select({ id: people.id }).from(people).where(eq(people.email, email));
  if (!person) throw new Error('a person vanished while they were being invited');
  return person.id;
}

/** The text of an invitation. The link is the sign-in page and does not sign anyone in. */
export function invitationMail(
  {
    appUrl,
    brand,
    organization,
  }: {
    appUrl: string;
    brand: Brand;
    /** Absent if they are mapped later. */
    organization?: string;
  },
  { tag, messages }: Catalogue,
): Invitation['mail'] {
  const t = createTranslator({ locale: tag, messages, namespace: 'InvitationMail' });
  const common = createTranslator({ locale: tag, messages, namespace: 'Common' });
  const { name } = brand;
  const what = organization
    ? t('what', { brand: name, organization: withoutDirectionMarks(organization) })
    : t('whatLater', { brand: name });
  const parts = [what, { href: `${appUrl}/signin`, label: common('signInTo', { brand: name }) }, t('how')];
  const subject = t('subject', { brand: name });
  return composeMail({ lang: tag, subject, parts, brand: toMailBrand(brand, { appUrl, messages }) });
}
