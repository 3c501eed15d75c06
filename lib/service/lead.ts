/** A lead as the service sends it. Every string in it is well-formed, so any database column accepts it. */
export type ServiceLead = {
  id: string;
  organizationId?: string;
  agentId?: string;
  /** The service's status; '' if the response has none. */
  status: string;
  firstName?: string;
  lastName?: string;
  email?: string;
  platform?: string;
  value?: number;
  createdAt?: Date;
  updatedAt?: Date;
  /** All fields except the custom ones, as sent; without a prototype. */
  standard: Record<string, unknown>;
  /** The custom fields by fieldId, as sent; without a prototype. */
  custom: Record<string, unknown>;
};

export type LeadPage = {
  leads: ServiceLead[];
  /** The cursor of the next page, opaque to the caller; absent on the last page. */
  next?: string;
  /** The number of entries on this page that cannot be read as leads. */
  unreadable: number;
  /** The number of leads on this page that the service calls deleted; they are not among `leads`. */
  deleted: number;
  /** Fields that leads have (interface 2.1) but the rows of this page lack: the list may omit them. */
  lacks: string[];
  /**
   * Whether the response marks the end of the list; otherwise a truncated list is indistinguishable from a
   * whole one.
   */
  isEndNamed: boolean;
  /** The response says that there are more leads, and not where. */
  isCut?: true;
  /** The total number of leads, if the response has one. */
  total?: number;
};
