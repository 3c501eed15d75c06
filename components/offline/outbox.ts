import { draftFields } from '@/lib/forms/draft-fields';
import type { FormModel } from '@/lib/forms/form-model';
import { blankValues, type InputValues } from '@/lib/forms/input-values';
import type { Draft } from './draft-store';

/** A submit that the desk has not answered: cached on the device until it is known what became of it. */
export type Waiting = {
  /** The submission's id: sending it again is the same submission. No two of them share it. */
  id: string;
  /** The id of the page that it was submitted from, which Back and a copied tab bring again. */
  page?: string;
  /** Shown for it. */
  name: string;
  /** When the person submitted, by this device's clock. */
  at: string;
  /** The post, as the form sent it. */
  entries: [name: string, value: string][];
  /** What the form held, to open it again. */
  draft: Draft;
  /** `returned`: the desk did not accept it as it is; it is not sent again. */
  state: 'waiting' | 'returned';
  /** When it was returned, by the desk's clock. */
  returnedAt?: string;
  /** Why it could not be sent, if the network is not why. */
  hold?: 'signIn' | 'access';
  /** In the desk's words. */
  reasons?: string[];
};

/** What the desk answered; `unreachable` if it did not. */
export type DeskResponse =
  | { kind: 'stored' }
  | { kind: 'returned'; reasons: string[]; at: string }
  | { kind: 'signIn' | 'access' | 'unreachable' }
  /** What is cached here belongs to nobody who may have it. */
  | { kind: 'ended' };

/** What remains of a waiting submit after a response; undefined if the desk has it. */
export function afterResponse(waiting: Waiting, response: DeskResponse): Waiting | undefined {
  const { hold: _, reasons: __, ...rest } = waiting;
  switch (response.kind) {
    case 'stored':
      return undefined;
    case 'returned':
      return { ...rest, state: 'returned', reasons: response.reasons, returnedAt: response.at };
    case 'signIn':
    case 'access':
      return { ...rest, hold: response.kind };
    default:
      return waiting;
  }
}

/** Which text says where a cached submit stands. */
export function stateOf({ state, hold }: Waiting): 'waiting' | 'signIn' | 'access' | 'returned' {
  return state === 'returned' ? 'returned' : (hold ?? state);
}

/** What names a post and its page. */
const NAMES = ['submissionId', 'formId', 'newSubmissionId'];

const OF_ITS_OWN = new Set([...NAMES, 'draftId', 'draftRevision']);

/** Hidden fields that the form is opened again with. */
const REMEMBERED = ['submissionId', 'version', 'timeZone', 'locale', 'draftId', 'draftRevision', 'replaces'];

const BESIDE_ANSWERS = new Set([...NAMES, ...REMEMBERED, 'renderedFor']);

/**
 * A post as it is cached; undefined if it names no submission. It is opened again as a form of its own: its page may have
 * submitted other leads.
 */
export function toWaiting({
  data,
  model,
  values,
  now,
}: {
  data: FormData;
  model: FormModel;
  values: InputValues;
  now: Date;
}): Waiting | undefined {
  const entries = [...data].flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  const id = data.get('submissionId');
  if (typeof id !== 'string') return undefined;
  const hidden = Object.fromEntries(entries.filter(([name]) => REMEMBERED.includes(name)));
  return {
    id,
    page: String(data.get('formId') ?? id),
    at: now.toISOString(),
    entries,
    state: 'waiting',
    name: nameOf(model, values) || id,
    draft: {
      fields: draftFields(model, blankValues(model), values),
      hidden,
    },
  };
}

/**
 * The same post as a submission of its own, of no page and no draft: it is a lead beside the others. The draft became the
 * other one.
 */
export function renamed(item: Waiting, id: string): Waiting {
  const { draftId: _, draftRevision: __, ...hidden } = item.draft.hidden;
  return {
    ...item,
    id,
    entries: [...item.entries.filter(([name]) => !OF_ITS_OWN.has(name)), ['submissionId', id]],
    draft: { ...item.draft, hidden: { ...hidden, submissionId: id } },
  };
}

/** What waits of the same page: `same` has the answers of `item`, `other` has others. */
export function findEarlier(
  items: readonly Waiting[],
  item: Waiting,
): { same: Waiting } | { other: Waiting } | undefined {
  const earlier = items.filter(({ id, page }) => id === item.id || (page ?? id) === item.page);
  const same = earlier.find((one) => answersOf(one) === answersOf(item));
  if (same) return { same };
  const [other] = earlier;
  return other && { other };
}

/** Consents, too, which no draft holds. */
const answersOf = ({ entries }: Waiting): string =>
  JSON.stringify(entries.filter(([name]) => !BESIDE_ANSWERS.has(name)));

/** The company, else the person, else the first text. */
function nameOf(model: FormModel, values: InputValues): string {
  const textOf = (key: string) => [values[key] ?? ''].flat()[0]?.trim() ?? '';
  const ofRole = (role: string) =>
    model.fields
      .filter((field) => field.role === role)
      .map(({ key }) => textOf(key))
      .filter(Boolean)
      .join(' ');
  const texts = model.fields.filter(({ control, consent }) => control === 'input' && !consent);
  return (
    ofRole('company') || ofRole('person-name') || texts.map(({ key }) => textOf(key)).find(Boolean) || ''
  );
}
