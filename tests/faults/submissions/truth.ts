import type { Agent, ShownState, SubmissionPage } from '../../support/desk/agent';
import type { Desk } from '../../support/desk/desk';
import { until } from '../../support/desk/until';

/** What the service knows of the leads of one family name: the answer to each create, and the leads it holds. */
export async function truthOf({ vendor }: Desk, lastName: string) {
  const creates = (await vendor.readLog()).filter(
    ({ route, body }) =>
      route === 'create' && body instanceof Object && 'lastName' in body && body.lastName === lastName,
  );
  const leads = (await vendor.listLeads()).filter((lead) => lead.lastName === lastName);
  return {
    /** The status of each create that reached it, in order; 0: the connection was cut. */
    answers: creates.map(({ status }) => status),
    /** The lead of each create that it stored, in order. */
    stored: creates.flatMap(({ leadId }) => (leadId ? [leadId] : [])),
    leads: leads.map(({ id }) => id),
  };
}

/** Waits until the service has stored a lead of this family name. */
export function untilStored(desk: Desk, lastName: string): Promise<boolean> {
  return until(`a lead ${lastName} is stored`, async () => (await truthOf(desk, lastName)).leads.length > 0);
}

/** The part of `truthOf` besides the answers if the lead on this page is the only one ever created. */
export function onlyLead({ leadId }: Pick<SubmissionPage, 'leadId'>) {
  return { stored: [leadId], leads: [leadId] };
}

/** Waits until a submission's page says this, and returns the page. */
export async function untilShown(
  agent: Agent,
  { id, state, withinMs = 45_000 }: { id: string; state: ShownState; withinMs?: number },
): Promise<SubmissionPage> {
  let last: ShownState | undefined;
  const probe = async () => {
    const page = await agent.submission(id).catch((): undefined => undefined);
    last = page?.state;
    return last === state && page;
  };
  return until(`${id} is shown as ${state}`, probe, { withinMs, everyMs: 200 }).catch((cause) => {
    throw new Error(`${id} is shown as ${last} and not as ${state}.`, { cause });
  });
}
