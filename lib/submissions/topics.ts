import 'server-only';

/** The topic of the job that sends one submission; its key is the submission's id. */
export const SUBMISSION_SEND = 'submission.send';

/**
 * The topic of the job that finds out what became of an unclear submission; its key is the submission's id.
 */
export const SUBMISSION_SETTLE = 'submission.settle';
