import { countCorrections, countOwnDrafts, readUnread } from '@/app/attention';
import { FreshHeader } from '@/components/shell/fresh-header';
import { renderedFor } from '@/lib/auth/rendered-for';
import { env } from '@/lib/core/env';
import type { SignedIn } from '@/lib/sessions/signed-in';

/** Part of every page for a signed-in person: makes the header show the person this page is rendered for, and what
 * waits for them. `unread`: how many notices are unread, if that changed with this page. */
export async function PortalHeader({ viewer, unread }: { viewer: SignedIn; unread?: number }) {
  const { personId, membership } = viewer;
  return (
    <FreshHeader
      renderedFor={membership ? renderedFor({ personId, membership }, env().APP_SECRET) : ''}
      corrections={await countCorrections()}
      drafts={await countOwnDrafts()}
      unread={unread ?? (await readUnread())?.ids.length ?? 0}
    />
  );
}
