import { DEFAULT_SETTINGS, NO_FAULTS } from '../controls';
import { startKey } from '../keys';
import type { Sandbox } from '../sandbox';
import { DEFAULT_SHAPE } from '../shape';
import type { State } from '../state';
import { seedFields } from './fields';
import { seedLeads } from './leads';

type Start = Pick<Sandbox, 'now' | 'hex' | 'start'>;

/** The state of an unused portal. */
export function freshState({ now, hex, start }: Start): State {
  const at = now();
  return {
    version: 1,
    tokenSecret: hex(32),
    keys: [startKey(at)],
    fields: seedFields(),
    leads: new Map(seedLeads(start.seedLeads, at).map((lead) => [lead.id, lead])),
    subscriptions: [],
    deliveries: [],
    logSeq: 0,
    log: [],
    faults: { ...NO_FAULTS, latencyMs: start.latencyMs ?? NO_FAULTS.latencyMs },
    settings: { ...DEFAULT_SETTINGS, tokenSeconds: start.tokenSeconds ?? DEFAULT_SETTINGS.tokenSeconds },
    shape: { ...DEFAULT_SHAPE },
  };
}
