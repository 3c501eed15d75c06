import 'server-only';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Membership } from '@/lib/sessions/sessions';

/** The hidden field in which a form says whom it was drawn for. */
export const RENDERED_FOR = 'renderedFor';

/** Whoever a form is drawn for: the person, and what they act for. */
export type Addressee = { personId: string; membership: Pick<Membership, 'organizationId' | 'agentId'> };

/**
 * Whom a page is drawn for, as a value that tells nothing to who reads it: the person, and the person with their
 * membership. The same in each of their sessions, so a form outlives the sign-in that it was opened in.
 */
export function renderedFor({ personId, membership }: Addressee, appSecret: string): string {
  const key = Buffer.from(hkdfSync('sha256', appSecret, 'partner-desk', 'rendered-for', 32));
  const digest = (...parts: string[]) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url');
  return `${digest(personId)}.${digest(personId, membership.organizationId, membership.agentId)}`;
}

/**
 * Whether what a form posted names the viewer. `access-changed`: the same person, who acts for somebody else now.
 * A form that names nobody is somebody else's. It may name two, where the person pressed the button that goes on as
 * who they are now.
 */
export function compareRenderedFor(
  posted: readonly unknown[],
  now: string,
): 'same' | 'access-changed' | 'someone-else' {
  if (posted.some((one) => typeof one === 'string' && isEqual(one, now))) return 'same';
  const person = personPart(now);
  const isPerson = (one: unknown) => typeof one === 'string' && isEqual(personPart(one), person);
  return posted.some(isPerson) ? 'access-changed' : 'someone-else';
}

function personPart(value: string): string {
  return value.split('.')[0] ?? '';
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
