/**
 * How long a request of the tests may wait for its answer, in milliseconds. Generous, and shorter than a hook may take:
 * what does not answer must be named.
 */
export const RESPOND_WITHIN_MS = 120_000;
