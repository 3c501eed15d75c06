/** Leads of a run are recognised everywhere by a family name that contains seed and number. */
export type Markers = {
  /** The family name of what an agent submits. */
  agentLead(number: number): string;
  /** The family name of what the vendor enters. */
  vendorLead(number: number): string;
  /** Whether this is the family name of an agent's lead of this run. */
  isAgentLead(lastName: unknown): lastName is string;
  /** Matches any name or address of a lead of this run, however it is written. */
  anywhere: RegExp;
};

export function markersOf(seed: number): Markers {
  const run = seed.toString(36);
  const stem = `Agentlead-${run}-`;
  return {
    agentLead: (number) => `${stem}${number}`,
    vendorLead: (number) => `Vendorlead-${run}-${number}`,
    isAgentLead: (lastName): lastName is string =>
      typeof lastName === 'string' && lastName.startsWith(stem) && /^\d+$/.test(lastName.slice(stem.length)),
    anywhere: new RegExp(`(agent|vendor)lead-${run}-\\d`, 'i'),
  };
}
