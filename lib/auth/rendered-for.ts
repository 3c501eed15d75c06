import 'server-only';
import { isSameText, signText } from '@/lib/core/crypto';
import type { Membership } from '@/lib/sessions/signed-in';

/** The hidden field with the person a form was rendered for. */
export const RENDERED_FOR = 'renderedFor';

/** The addressee of a form: the person, and their membership. */
export type Addressee = { personId: string; membership: Pick<Membership, 'organizationId' | 'agentId'> };

/**
 * An opaque value for the person a page is rendered for, alone and with their membership. It is the same in
 * each of their sessions, so a form outlives the sign-in it was opened in.
 */
export function renderedFor({ personId, membership }: Addressee, appSecret: string): string {
  const digest = (...parts: string[]) =>
    signText(JSON.stringify(parts), { appSecret, purpose: 'rendered-for' });
  return `${digest(personId)}.${digest(personId, membership.organizationId, membership.agentId)}`;
}

/**
 * Whether a posted form names the viewer. `access-changed`: the same person, with another membership now. A
 * form that names nobody counts as another person's. It may name two, where the person chose to continue with
 * their current access.
 */
export function compareRenderedFor(
  posted: readonly unknown[],
  now: string,
): 'same' | 'access-changed' | 'account-switch' {
  if (posted.some((one) => typeof one === 'string' && isSameText(one, now))) return 'same';
  const person = personPart(now);
  const isPerson = (one: unknown) => typeof one === 'string' && isSameText(personPart(one), person);
  return posted.some(isPerson) ? 'access-changed' : 'account-switch';
}

function personPart(value: string): string {
  return value.split('.')[0] ?? '';
}
