import { withErrorResponse } from '@/app/error-response';
import { limitExports } from '@/app/limit-exports';
import { getSignedIn } from '@/lib/auth/viewer';
import { decodeSegment } from '@/lib/core/address';
import { isId } from '@/lib/core/ids';
import { getDb } from '@/lib/db/handle';
import { getAnswersFile } from '@/lib/receipts/issue';
import { toIssueInput } from '@/lib/receipts/issue-input';

/** The answers file of a receipt, for the person who submitted: with the receipt it proves what was submitted. */
export const GET = withErrorResponse('/submissions/[id]/answers', download);

async function download(request: Request): Promise<Response> {
  const person = await getSignedIn();
  if (!person) return new Response(null, { status: 401 });
  const id = decodeSegment(new URL(request.url).pathname.split('/').at(-2) ?? '');
  const { membership } = person;
  if (!membership || !isId('submission', id)) return new Response(null, { status: 404 });
  const db = await getDb();
  const refused = await limitExports(db, person.personId);
  if (refused) return refused;
  const file = await getAnswersFile(db, { ...person, membership }, toIssueInput(id));
  if (file === undefined) return new Response(null, { status: 404 });
  return new Response(file, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${id}.json"`,
    },
  });
}
