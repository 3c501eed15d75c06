import { useSyncExternalStore } from 'react';
import { type Reach, reachability } from './reachability';

/** Whether the desk is currently reachable. True when rendered on the server. */
export function useReachability(): Reach {
  return useSyncExternalStore(reachability.subscribe, reachability.get, () => 'reachable');
}
