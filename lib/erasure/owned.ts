import type { KeyFields } from '@/lib/lead-schema/company-field';
import type { Personal } from './blank';

/** By what drafts and rows of imports are found to be the person's. */
export type Owned = {
  /** Of the leads and submissions. */
  organizationIds: ReadonlySet<string>;
  /** The address in its spellings, and the patterns of it alone. */
  addresses: readonly string[];
  address: Personal;
  leadIds: readonly string[];
  submissionIds: readonly string[];
  /** What names them. */
  personal: Personal;
  fields: KeyFields;
};
