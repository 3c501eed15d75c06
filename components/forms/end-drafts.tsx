'use client';

import { useEffect } from 'react';
import { type DraftEvent, endDrafts } from '@/components/offline/draft-store';

export type EndDraftsProps = {
  /** With what the keys of the drafts begin. */
  under: string;
  event: DraftEvent;
};

/** Deletes the tab's drafts that end with the page it is on. Shows nothing. */
export function EndDrafts({ under, event }: EndDraftsProps) {
  useEffect(() => endDrafts(under, event), [under, event]);
  return null;
}
