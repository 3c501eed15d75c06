import { FreshHeader } from '@/components/shell/fresh-header';
import { renderedFor } from '@/lib/auth/rendered-for';
import type { Viewer } from '@/lib/auth/viewer';
import { env } from '@/lib/core/env';

/** Part of every page of somebody's: has the header above it name whoever this page is drawn for. */
export function HeaderOf({ viewer }: { viewer: Viewer }) {
  return <FreshHeader renderedFor={renderedFor(viewer, env().APP_SECRET)} />;
}
