/** What an admin decides beyond what is certainly the person's. */
export type Choices = {
  /** Of the leads that had the address before: those that are about the person. */
  leadIds: readonly string[];
  /** Whether the phone goes from drafts and rows of others, too: it may be a switchboard. */
  isPhoneOfOthers: boolean;
};

export const NO_CHOICES: Choices = { leadIds: [], isPhoneOfOthers: false };
