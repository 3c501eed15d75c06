import type { ComponentProps } from 'react';
import type { LeadTable } from '@/components/leads/lead-table';

type LastGood = { table: ComponentProps<typeof LeadTable>; notice: string };

let lastGood: LastGood | undefined;

/** Keeps the list as last rendered, in case the next read fails. One page, one list. */
export function keepLastGood(list: LastGood): void {
  lastGood = list;
}

export function getLastGood(): LastGood | undefined {
  return lastGood;
}
