import 'server-only';
import { and, eq } from 'drizzle-orm';
import { type Preferences, toColumns } from '@/lib/core/preferences';
import { agents, memberships, organizations, people } from '@/lib/db/schema/people';

export type Membership = {
  organizationId: string;
  organizationName: string | null;
  agentId: string;
  agentName: string | null;
  role: 'agent' | 'manager';
};

export type SignedIn = {
  personId: string;
  sessionId: string;
  name: string;
  email: string;
  /** The language they chose; null follows their browser. */
  locale: string | null;
  /** IANA, of the device they last used before this request; null: not known yet. */
  timeZone: string | null;
  /** IANA, if they chose one: it counts on all their devices. */
  chosenTimeZone: string | null;
  preferences: Preferences;
  isAdmin: boolean;
  signedInAt: Date;
  membership?: Membership;
};

/** What is read of a person, from `people` with their membership, if they have one. */
export const PERSON = {
  personId: people.id,
  name: people.name,
  email: people.email,
  locale: people.locale,
  timeZone: people.timeZone,
  chosenTimeZone: people.chosenTimeZone,
  listColumns: people.listColumns,
  density: people.listDensity,
  shortcuts: people.shortcuts,
  isAdmin: people.isAdmin,
  isDemo: people.isDemo,
  organizationId: memberships.organizationId,
  organizationName: organizations.name,
  agentId: memberships.agentId,
  agentName: agents.name,
  role: memberships.role,
};

export const isOrganizationOfMembership = eq(organizations.id, memberships.organizationId);

export const isAgentOfMembership = and(
  eq(agents.organizationId, memberships.organizationId),
  eq(agents.id, memberships.agentId),
);

type PersonRow = Pick<
  typeof people.$inferSelect,
  'name' | 'email' | 'locale' | 'timeZone' | 'chosenTimeZone' | 'listColumns'
> &
  Pick<typeof people.$inferSelect, 'shortcuts' | 'isAdmin' | 'isDemo'> &
  Pick<SignedIn, 'personId' | 'sessionId' | 'signedInAt'> & {
    density: Preferences['density'];
    organizationId: string | null;
    organizationName: string | null;
    agentId: string | null;
    agentName: string | null;
    role: Membership['role'] | null;
  };

/** @param adminEmails `ADMIN_EMAILS` */
export function toSignedIn(row: PersonRow, adminEmails: readonly string[]): SignedIn {
  const { organizationId, organizationName, agentId, agentName, role, isDemo: _, ...others } = row;
  const { listColumns, density, shortcuts, ...rest } = others;
  const person: SignedIn = {
    ...rest,
    preferences: { columns: toColumns(listColumns), density, shortcuts },
    isAdmin: row.isAdmin || adminEmails.includes(row.email),
  };
  if (organizationId && agentId && role) {
    person.membership = { organizationId, organizationName, agentId, agentName, role };
  }
  return person;
}
