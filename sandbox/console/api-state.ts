import { DEMO } from '../demo';
import type { Sandbox } from '../sandbox';

/** The state at a glance, without secrets. */
export function describeState({ state, url }: Sandbox) {
  const byStatus = new Map<string, number>();
  for (const { status } of state.leads.values()) byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  const countOf = (which: string) => state.deliveries.filter((delivery) => delivery.state === which).length;
  return {
    url: url(),
    companyId: DEMO.companyId,
    audience: DEMO.audience,
    organizations: DEMO.organizations,
    faults: state.faults,
    settings: state.settings,
    shape: state.shape,
    fields: state.fields,
    keys: state.keys.map(({ secretHash, lastTokenId, ...key }) => key),
    subscriptions: state.subscriptions.map(({ signingSecret, ...subscription }) => subscription),
    leads: { total: state.leads.size, byStatus: Object.fromEntries(byStatus) },
    deliveries: {
      waiting: countOf('waiting'),
      held: countOf('held'),
      delivered: countOf('delivered'),
      cancelled: countOf('cancelled'),
    },
    logSeq: state.logSeq,
  };
}
