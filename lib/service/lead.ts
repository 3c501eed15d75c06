import type { Answer } from '@/lib/forms/field';

/** What is sent to create or change a lead (the interface, section 2.1). `null` empties a field. */
export type LeadPayload = {
  partnerOrganizationId?: string;
  agentId?: string;
  /** By fieldId. Make it without a prototype: a fieldId may be `__proto__`. */
  customFields?: Record<string, Answer | null>;
  /** The other standard fields, and what the portal marks as standard. */
  [standardField: string]: Answer | null | Record<string, Answer | null> | undefined;
};

/** A lead as the service sends it. Every string in it is well-formed, so any column of a database takes it. */
export type ServiceLead = {
  id: string;
  organizationId?: string;
  agentId?: string;
  /** The service's word; '' where an answer has none. */
  status: string;
  firstName?: string;
  lastName?: string;
  email?: string;
  platform?: string;
  value?: number;
  createdAt?: Date;
  updatedAt?: Date;
  /** Everything of the lead but its custom fields, as sent; without a prototype. */
  standard: Record<string, unknown>;
  /** The custom fields by fieldId, as sent; without a prototype. */
  custom: Record<string, unknown>;
};

export type LeadPage = {
  leads: ServiceLead[];
  /** Where the next page is, to be handed back as it is; absent on the last page. */
  next?: string;
  /** Entries of this page that are no leads we can read. */
  unreadable: number;
  /** Fields that leads have (interface 2.1) and rows of this page do not: the list may leave them out. */
  lacks: string[];
  /** Whether something in the answer says where the list ends; without it, a cut list looks like a whole one. */
  isEndNamed: boolean;
  /** How many leads there are in all, if the answer says so. */
  total?: number;
};
