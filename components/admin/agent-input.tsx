'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Item } from '@/components/ui/combobox-list';

export type AgentInputProps = {
  id: string;
  name: string;
  /** The value of the agent that is chosen now; '' for none. */
  shown: string;
  items: readonly Item[];
  /** There are more agents than these: the page finds them by `find` in its address. */
  isCut: boolean;
  texts: Record<'label' | 'choose' | 'clear' | 'openList' | 'noMatch' | 'searching' | 'someShown', string>;
};

/** An agent to choose: a native select, and once its script has loaded a combobox. While the select has the focus it stays. */
export function AgentInput({ children, ...props }: AgentInputProps & { children: ReactNode }) {
  const holder = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<Pick<typeof import('./agent-combobox'), 'AgentCombobox'>>();
  useEffect(() => {
    import('./agent-combobox').then(
      ({ AgentCombobox }) => {
        if (holder.current && !holder.current.contains(document.activeElement)) setLoaded({ AgentCombobox });
      },
      // Offline or a new deployment: the select stays.
      () => undefined,
    );
  }, []);
  return <div ref={holder}>{loaded ? <loaded.AgentCombobox {...props} /> : children}</div>;
}
