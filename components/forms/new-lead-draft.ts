import { mintId } from '@/lib/core/mint-id';

/**
 * The id under which this browser tab submits a form (requirement F23). The page contains the form's id; a
 * submission gets its own only when it is posted. So a page restored by Back, duplicated or reopened submits
 * another lead as a new one, while a retry of a post without a response is still the same submission: its id
 * stays in this tab until the page with its result was shown.
 */

const PREFIX = 'posted:';

/** If storage is disabled, the ids last as long as the document. */
const inMemory = new Map<string, string>();

/** Adds the submission's id to a post. A form that creates nothing has no id and is unchanged. */
export function nameSubmission(data: FormData): void {
  const formId = data.get('submissionId');
  if (typeof formId !== 'string') return;
  const submissionId = postedId(formId) ?? mintId('sub');
  keep(formId, submissionId);
  data.set('submissionId', submissionId);
  data.set('formId', formId);
}

/** The id under which a form was posted from this tab, unless its result was shown since. */
export function postedId(formId: string): string | undefined {
  try {
    return sessionStorage.getItem(PREFIX + formId) ?? undefined;
  } catch {
    return inMemory.get(formId);
  }
}

/** Its result was shown: the next post of the same form is a new submission. */
export function forgetPosted(submissionId: string): void {
  for (const [formId, posted] of inMemory) if (posted === submissionId) inMemory.delete(formId);
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX) && sessionStorage.getItem(key) === submissionId)
        sessionStorage.removeItem(key);
    }
  } catch {
    // Storage disabled: nothing is stored there.
  }
}

function keep(formId: string, submissionId: string): void {
  try {
    sessionStorage.setItem(PREFIX + formId, submissionId);
  } catch {
    inMemory.set(formId, submissionId);
  }
}
