import * as z from 'zod';

/**
 * What the interface leaves open ("not shown"), as a choice per question. The first value of each list is the default.
 * `PUT /console/api/shape` takes any part of it; a reader of the service must cope with every one of them.
 */
export const SHAPE_CHOICES = {
  /** The place of the list: the body, a key, or two keys. Paging in the body turns `array` into `data`. */
  listEnvelope: ['data', 'array', 'items', 'results', 'leads', 'nested', 'payload', 'result.records'],
  /** How the values of a lead are written. `object`: `{ id, name }`. Statuses are written as choices. */
  booleans: ['boolean', 'Y-N', '1-0'],
  dates: ['iso', 'seconds', 'milliseconds'],
  numbers: ['number', 'grouped'],
  choices: ['value', 'object', 'label', 'upper'],
  texts: ['as-sent', 'upper'],
  /** Which answers are written so; the others are written plainly. */
  writtenIn: ['both', 'read', 'list'],
  /** What the read of a deleted lead answers: 404, or the lead with `deleted: true`. */
  deletedRead: ['404', 'flag'],
  /** How the next page is named. `next` is an absolute address, `nextPath` the same without the host. */
  paging: ['none', 'link', 'next', 'nextPath', 'nextCursor', 'cursor', 'nextPageToken', 'page', 'offset'],
  /** Whether paging keys are beside the list or in a separate object. */
  pagingPlace: ['top', 'pagination', 'meta'],
  /** What a row of the list omits. Only the read of one lead promises all fields (interface, section 4). */
  listRows: ['full', 'no-custom', 'few-custom', 'no-email', 'names-only'],
  /** `beside-id`: beside an id of the request. `attributes`: `{ data: { type, id, attributes } }`. */
  leadEnvelope: ['bare', 'data', 'lead', 'beside-id', 'attributes'],
  /** What a create answers: the lead, its id alone, or the id of the request alone. */
  createResponse: ['lead', 'id', 'request-id'],
  createStatus: [201, 200],
  patchResponse: ['lead', 'empty204', 'ok'],
  /** Whether a PATCH with `customFields` changes those it names, or replaces all of them. */
  patchCustom: ['merge', 'replace'],
  /** A field without an answer is omitted from a lead, or null. */
  emptyAnswer: ['absent', 'null'],
  /** The key of a picklist's values. */
  picklistKey: ['options', 'values', 'picklistValues', 'allowedValues', 'choices', 'enum'],
  /** Objects named by their two keys (value, then label), bare values, or one object `{ value: label }`. */
  picklistForm: [
    'value-label',
    'bare',
    'map',
    'id-name',
    'id-label',
    'key-value',
    'key-displayName',
    'name-displayName',
    'value-displayValue',
    'display_value-actual_value',
    'Value-Label',
  ],
  /** Where a picklist's values are: in its field, in groups there, or in one object beside the fields. */
  picklistPlace: ['field', 'groups', 'beside'],
  /** Labels of fields and choices: a text, a record of languages, or a list of them. The second is German. */
  labels: ['text', 'languages', 'language-list'],
  /** A type alone, or with null, as in JSON schemas. */
  typeForm: ['name', 'or-null'],
  /** How a retired value is marked. `absent`: left out of the list. Bare values and maps can only leave it out. */
  inactiveMark: ['active', 'absent', 'enabled', 'archived', 'deleted', 'inactive'],
  /** The name of `long-text`. `unknown` gives the text kinds and picklists names of no known family. */
  typeNaming: ['kebab', 'snake', 'camel', 'pascal', 'upper', 'title', 'joined', 'unknown'],
  /** `absent`: creatable and updateable are left out where they are true, required where it is false. */
  flags: ['booleans', 'strings', 'absent', 'Y-N', 'yes-no', '1-0'],
  /** Whether id, companyId, status, createdAt and updatedAt are listed in the schema, not creatable and not updateable. */
  systemFields: ['hidden', 'listed'],
  /** Whether partnerOrganizationId and agentId are listed in the schema, required and creatable. */
  ownerFields: ['hidden', 'listed'],
  /** The explicit marker of a custom field: `custom`/`isCustom`/`standard` are booleans, `category` is a word. */
  markers: ['none', 'custom', 'isCustom', 'standard', 'category'],
  errorBody: [
    'message',
    'error',
    'errorObject',
    'errors',
    'errorStrings',
    'errorMap',
    'problem',
    'text',
    'messages',
    'xml',
    'html',
    'empty',
  ],
  validationStatus: [400, 409, 422],
  retryAfter: ['seconds', 'date', 'absent'],
  expiresIn: ['number', 'string', 'absent'],
  tokenExtras: ['type', 'none', 'many'],
  /** Whether a token is readable (a JWT with `exp`) or opaque. */
  tokenForm: ['jwt', 'opaque'],
  /** The status for an expired, revoked or unknown token (interface, section 5, rule 10). */
  endedToken: [401, 403],
  subscriptionList: ['data', 'array', 'subscriptions', 'payload', 'result.records'],
  unsubscribeResponse: ['empty204', 'ok'],
  /** Whole seconds make two edits within one second equal, in updatedAt and in the event's timestamp. */
  timestamps: ['milliseconds', 'seconds'],
  /** Whether a lead has the time of its last change. */
  updatedAt: ['present', 'absent'],
  /** `spaced` bodies tell a receiver that verifies the bytes from one that serialises again. */
  eventBody: ['compact', 'spaced'],
} as const;

type Choices = typeof SHAPE_CHOICES;
export type Shape = { [K in keyof Choices]: Choices[K][number] } & {
  /** Leads per page, unless paging is `none`. */
  pageSize: number;
  /** The list is silently cut after this many leads; 0: never. */
  listCap: number;
};

const questions = Object.entries(SHAPE_CHOICES);

export const shapeSchema = z.strictObject({
  ...Object.fromEntries(questions.map(([name, choices]) => [name, z.literal(choices)])),
  pageSize: z.int().min(1).max(1000),
  listCap: z.int().min(0).max(200_000),
}) as z.ZodType<unknown> as z.ZodType<Shape>;

export const DEFAULT_SHAPE = shapeSchema.parse({
  ...Object.fromEntries(questions.map(([name, [first]]) => [name, first])),
  pageSize: 50,
  listCap: 0,
});
