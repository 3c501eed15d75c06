import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isId, newId } from '@/lib/core/ids';
import { tabStorage } from '@/tests/support/form-page';
import { forgetPosted, nameSubmission, postedId } from './submission-ids';

function post(formId: string) {
  const data = new FormData();
  data.set('submissionId', formId);
  nameSubmission(data);
  return { submissionId: String(data.get('submissionId')), formId: data.get('formId') };
}

describe.each([
  ['with storage', tabStorage],
  ['with storage switched off', () => undefined],
])('the id of a submission, %s', (_, storage) => {
  beforeEach(() => vi.stubGlobal('sessionStorage', storage()));
  afterEach(() => vi.unstubAllGlobals());

  it('is accepted by the server, and includes the id of its form', () => {
    const formId = newId('submission');
    const posted = post(formId);
    expect(isId('submission', posted.submissionId)).toBe(true);
    expect(posted).toEqual({ submissionId: expect.not.stringMatching(formId), formId });
  });

  it('stays the same until the result was shown, and is a new one then', () => {
    const formId = newId('submission');
    const { submissionId } = post(formId);
    expect(post(formId).submissionId).toBe(submissionId);
    forgetPosted(newId('submission'));
    expect(postedId(formId)).toBe(submissionId);
    forgetPosted(submissionId);
    expect(postedId(formId)).toBeUndefined();
    expect(post(formId)).toEqual({ submissionId: expect.not.stringMatching(submissionId), formId });
  });

  it('does not exist for a form that changes a lead', () => {
    const data = new FormData();
    nameSubmission(data);
    expect([...data]).toEqual([]);
  });
});
