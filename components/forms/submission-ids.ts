/**
 * Under which id this browser tab submits a form (requirement F23). The page comes with the form's id; a submission gets
 * its own only when it is posted. So a page that was gone back to, duplicated or restored submits another lead as
 * another one, while a retry of a post whose answer never came is still the same submission: its id stays in this
 * tab until the page that says what became of it was shown.
 */

const PREFIX = 'posted:';

/** Where storage is switched off, the ids last as long as the document. */
const inMemory = new Map<string, string>();

/** Puts the submission's id into a post. A form that creates nothing has no id and is left alone. */
export function nameSubmission(data: FormData): void {
  const formId = data.get('submissionId');
  if (typeof formId !== 'string') return;
  const submissionId = postedId(formId) ?? newSubmissionId();
  keep(formId, submissionId);
  data.set('submissionId', submissionId);
  data.set('formId', formId);
}

/** The id under which a form was posted from this tab, if its outcome was not shown since. */
export function postedId(formId: string): string | undefined {
  try {
    return sessionStorage.getItem(PREFIX + formId) ?? undefined;
  } catch {
    return inMemory.get(formId);
  }
}

/** Its outcome was shown: what the same form submits next is another submission. */
export function forgetPosted(submissionId: string): void {
  for (const [formId, posted] of inMemory) if (posted === submissionId) inMemory.delete(formId);
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX) && sessionStorage.getItem(key) === submissionId)
        sessionStorage.removeItem(key);
    }
  } catch {
    // Storage switched off: then nothing is kept there.
  }
}

function keep(formId: string, submissionId: string): void {
  try {
    sessionStorage.setItem(PREFIX + formId, submissionId);
  } catch {
    inMemory.set(formId, submissionId);
  }
}

/** As the server makes them: 120 bits of chance. */
function newSubmissionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(15));
  return `sub_${btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')}`;
}
