'use client';

import type { ReactNode } from 'react';
import { OffContext } from './action-form';

/** Turns all forms inside that change something off, where the server would refuse them. */
export function WriteAccess({ isOff, children }: { isOff: boolean; children: ReactNode }) {
  return <OffContext value={isOff}>{children}</OffContext>;
}
