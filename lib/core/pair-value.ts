/** A pair of organization and agent as the value of one choice in a form: ids are any text, so nothing could separate them. */
export function pairValue({ organizationId, agentId }: { organizationId: string; agentId: string }): string {
  return JSON.stringify([organizationId, agentId]);
}
