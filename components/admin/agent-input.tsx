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

type Loaded = Pick<typeof import('./agent-combobox'), 'AgentCombobox'> & {
  /** What was chosen in the select. */
  chosen: string | undefined;
};

/** An agent to choose: a native select, and once its script has loaded a combobox. While the select has the focus it stays. */
export function AgentInput({ children, ...props }: AgentInputProps & { children: ReactNode }) {
  const holder = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    const box = holder.current;
    const gone = new AbortController();
    const replace = ({ AgentCombobox }: Omit<Loaded, 'chosen'>) => {
      const isInUse = box?.contains(document.activeElement);
      const show = () => setLoaded({ AgentCombobox, chosen: box?.querySelector('select')?.value });
      if (!isInUse && !gone.signal.aborted) show();
      else box?.addEventListener('focusout', show, { once: true, signal: gone.signal });
    };
    // Offline or a new deployment: the select stays.
    import('./agent-combobox').then(replace, () => undefined);
    return () => gone.abort();
  }, []);
  return (
    <div ref={holder}>{loaded ? <loaded.AgentCombobox {...props} chosen={loaded.chosen} /> : children}</div>
  );
}
