import type { LogEntry } from './model';
import type { Sandbox } from './sandbox';

const KEPT = 20_000;

/** Logs one call of the service with its real outcome: the truth that tests compare a client with. */
export function writeLog(sandbox: Sandbox, entry: Omit<LogEntry, 'seq' | 'at'>): void {
  const { state } = sandbox;
  state.logSeq += 1;
  state.log.push({ seq: state.logSeq, at: sandbox.now().toISOString(), ...entry });
  if (state.log.length > KEPT * 1.1) state.log = state.log.slice(-KEPT);
  sandbox.changed();
}

/** Entries after `since`, oldest first; at most the last 20,000 are kept. */
export function readLog({ state }: Sandbox, since: number): LogEntry[] {
  return state.log.filter(({ seq }) => seq > since);
}
