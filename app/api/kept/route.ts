import { answerFailure } from '@/app/answer-failure';
import { isId } from '@/lib/core/ids';
import { getDb } from '@/lib/db/handle';
import { listOfForm } from '@/lib/submissions/one-set-of-answers';
import { getKeptView } from './view';
import { answer, findKeeper } from './who';

/** As many returned leads as one request may ask about. */
const MAX_RETURNED = 50;

/**
 * What a device of this person keeps for the time without a network: the list as it opens, and the form. `returned`
 * names forms that the desk did not accept as they were; `settled` those of them that were submitted since.
 */
export const GET = answerFailure('/api/kept', async (request) => {
  const viewer = await findKeeper(request);
  if (typeof viewer === 'number') return answer(viewer);
  const db = await getDb();
  const returned = new URL(request.url).searchParams.getAll('returned').slice(0, MAX_RETURNED);
  const settled: string[] = [];
  for (const id of returned.filter((one) => isId('submission', one))) {
    if ((await listOfForm(db, viewer, { submissionId: id, formId: id })).length > 0) settled.push(id);
  }
  return answer(200, { ...(await getKeptView(viewer)), settled });
});
