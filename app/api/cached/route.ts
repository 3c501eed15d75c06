import { withErrorResponse } from '@/app/error-response';
import { isId } from '@/lib/core/ids';
import { getDb } from '@/lib/db/handle';
import { listOfForm } from '@/lib/submissions/submission-identity';
import { getCachedView } from './view';
import { findKeeper, respond } from './who';

/** As many returned leads as one request may ask about. */
const MAX_RETURNED = 50;

/**
 * What a device of this person keeps for the time without a network: the list as it opens, and the form. `returned`
 * names forms that the desk did not accept as they were, each with when it said so; `resubmitted` those that were
 * submitted since.
 */
export const GET = withErrorResponse('/api/cached', async (request) => {
  const viewer = await findKeeper(request);
  if (typeof viewer === 'number') return respond(viewer);
  const db = await getDb();
  const returned = new URL(request.url).searchParams.getAll('returned').slice(0, MAX_RETURNED);
  const resubmitted: string[] = [];
  for (const [id, at] of returned.map((one) => one.split(' '))) {
    if (!isId('submission', id)) continue;
    // An earlier one may be why it was not accepted.
    const submitted = await listOfForm(db, viewer, { submissionId: id, formId: id });
    if (submitted.some(({ createdAt }) => createdAt > new Date(at ?? ''))) resubmitted.push(id);
  }
  return respond(200, { ...(await getCachedView(viewer)), resubmitted });
});
