import { DEMO } from '@/sandbox/demo';
import type { Topic } from '@/sandbox/model';
import type { VendorLead } from '@/tests/support/vendor';
import type { Agent } from '../../support/desk/agent';
import type { Notice } from '../../support/desk/deliver';
import type { Desk } from '../../support/desk/desk';
import { until } from '../../support/desk/until';

const [HARBOUR] = DEMO.organizations;

/**
 * A lead that the vendor enters for Maya Lindqvist, at no whole second: such a time may be a rounded one, and the desk reads
 * the lead again to be sure, which tests of the number of reads would count.
 */
export async function enterLead({ vendor }: Desk, lastName: string) {
  const lead = await vendor.createLead({
    partnerOrganizationId: HARBOUR.id,
    agentId: HARBOUR.agents[0].id,
    lastName,
    email: `${lastName.toLowerCase()}@example.com`,
    platform: 'web-store',
    customFields: { companyName: 'Alder', consent: true },
  });
  return lead.updatedAt.endsWith('.000Z') ? vendor.changeLead(lead.id, { lastName }) : lead;
}

export const isMayas = ({ agentId }: VendorLead) => agentId === HARBOUR.agents[0].id;

/** Older than a day, so that read lag can't explain its absence. */
export const isOld = ({ createdAt }: VendorLead) => Date.now() - Date.parse(createdAt) > 86_400_000;

/** What a person sees of a lead: a status, that it is deleted, or nothing. */
export async function seenOf(agent: Agent, leadId: string): Promise<string> {
  const { status, text } = await agent.page(`/leads/${leadId}`);
  if (status !== 200) return `page ${status}`;
  if (text.includes('This lead was deleted in the portal')) return 'deleted';
  return / (Pending|Won|Lost|In review|Qualified|Duplicate) since /.exec(text)?.[1] ?? text.slice(0, 500);
}

export function untilSeen(agent: Agent, lead: { id: string; as: string; withinMs?: number }): Promise<true> {
  return until(
    `a person sees lead ${lead.id} as ${lead.as}`,
    async () => (await seenOf(agent, lead.id)) === lead.as || undefined,
    { withinMs: lead.withinMs ?? 10_000 },
  );
}

/**
 * The event of a lead's last change, as the service would send it. An invented one would count as a
 * change that reads do not show yet, and cost further reads.
 */
export function noticeOf({ id, updatedAt }: VendorLead, topic: Topic = 'lead/update'): Notice {
  return { id, topic, timestamp: updatedAt };
}

/** The events that the service holds back for this lead, in the order in which they happened. */
export async function heldNotices({ vendor }: Desk, leadId: string): Promise<Notice[]> {
  const held = (await vendor.listDeliveries()).filter((one) => one.leadId === leadId && one.state === 'held');
  return held.map(({ body }) => JSON.parse(body) as Notice);
}

/** How often this lead was read from the service since an entry of its log. */
export async function readsOf(
  { vendor }: Desk,
  { id, since }: { id?: string; since: number },
): Promise<number> {
  const reads = (await vendor.readLog(since)).filter(({ route }) => route === 'read');
  return id === undefined ? reads.length : reads.filter(({ leadId }) => leadId === id).length;
}

/** The delivery as stored by the desk; undefined if it is not. PostgreSQL only. */
export async function rowOf({ sql }: Desk, { id, topic, timestamp }: Notice) {
  if (!sql) throw new Error('Nobody else can read the tables of a desk on PGlite.');
  const { rows } = await sql.query<{ count: number }>(
    'select count from webhook_deliveries where lead_id = $1 and topic = $2 and timestamp = $3',
    [id, topic, timestamp],
  );
  return rows[0];
}
