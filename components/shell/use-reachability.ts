import { useSyncExternalStore } from 'react';
import { type Reach, reachability } from './reachability';

/** Whether the desk can be reached, as of now. What the server draws was reached. */
export function useReachability(): Reach {
  return useSyncExternalStore(reachability.subscribe, reachability.get, () => 'reachable');
}
