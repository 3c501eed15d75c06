'use client';

import { type ReactNode, startTransition, use, useEffect, useRef } from 'react';
import { AreaContext } from './action-form';

/**
 * Saves the `ActionForm` around it at each choice in it. Not by submitting it: React would reset the form afterwards, and
 * with it what was chosen meanwhile.
 *
 * @param children the button that saves it without scripts
 */
export function AutoSave({ children }: { children: ReactNode }) {
  const { dispatch } = use(AreaContext);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = place.current?.closest('form');
    if (!form) return;
    const save = () => startTransition(() => dispatch(new FormData(form)));
    form.addEventListener('change', save);
    return () => form.removeEventListener('change', save);
  }, [dispatch]);
  return (
    <div ref={place} className="[@media(scripting:enabled)]:hidden">
      {children}
    </div>
  );
}
