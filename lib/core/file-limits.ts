/** The largest files that a form takes, in bytes. Where they come in, larger bodies are refused before they are read. */

/** Of leads to import. */
export const MAX_IMPORT_BYTES = 10_000_000;
/** Of an answer of the schema endpoint, to be previewed. */
export const MAX_ANSWER_FILE_BYTES = 900_000;
/** Of the answers that a receipt is about: more than any form's. */
export const MAX_ANSWERS_BYTES = 300_000;
