/**
 * A pair of organization and agent as a single form value: ids are any text, so no separator would be safe.
 */
export function pairValue({ organizationId, agentId }: { organizationId: string; agentId: string }): string {
  return JSON.stringify([organizationId, agentId]);
}
