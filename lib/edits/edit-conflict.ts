import 'server-only';
import { formatsFor } from '@/lib/core/formats';
import { answerText, toFieldText } from '@/lib/forms/answer-text';
import { answerTo, sameAnswer } from '@/lib/forms/answers';
import type { Answer, Answers, LeadSchema } from '@/lib/forms/field';
import { type Choice, choiceName } from '@/lib/forms/form-data';
import type { FormModel } from '@/lib/forms/form-model';
import type { InputValues } from '@/lib/forms/input-values';
import { compareEdit, type EditConflict, resolveEdit } from '@/lib/forms/merge';
import { inputOfAnswer } from '@/lib/forms/prefill';
import type { LeadFormState } from '@/lib/forms/state';
import type { Translate } from '@/lib/forms/texts';
import { writeBasis } from './edit-form';

type ConflictInput = {
  /** With what older answers need (`withFormer`). */
  schema: LeadSchema;
  model: FormModel;
  values: InputValues;
  basis: Answers;
  /** The basis as it was posted, and the form over another one. */
  posted: Answers;
  formOver: (basis: Answers) => FormModel;
  mine: Answers;
  portal: Answers;
  /** Whether the lead's answer to a field changed since the form was rendered, even if it changed back. */
  hasChanged: (fieldId: string) => boolean;
  /** Whether the other change of a field is this person's as well, in another tab or earlier. */
  isOwnChange: (fieldId: string) => boolean;
  /** Decisions of the person, by form key. */
  choices: ReadonlyMap<string, Choice>;
  /** What the lead held when those decisions were made; absent before the first conflict was shown. */
  acknowledged: Answers | undefined;
  t: Translate;
  timeZone: string;
};

/**
 * The answers to save: the person's where only they changed a field, the service's where only it did, and the
 * person's decision where both did. If a change of the other side was not shown yet, or a decision is
 * missing, returns the state that shows both values instead.
 */
export function resolveConflicts(task: ConflictInput): { answers: Answers } | { state: LeadFormState } {
  const { model, portal, acknowledged, choices } = task;
  const { portal: changedByThem, conflicts } = compareEdit({ ...task, fields: model.fields });
  if (changedByThem.length === 0 && conflicts.length === 0) return { answers: withMine(task, new Map()) };

  const seen =
    acknowledged !== undefined &&
    model.fields.every(({ id }) => sameAnswer(answerTo(acknowledged, id), answerTo(portal, id)));
  const ids = new Map(model.fields.map(({ key, id }) => [key, id]));
  const decisions = new Map([...choices].map(([key, choice]) => [ids.get(key) ?? '', choice]));
  const undecided = conflicts.filter(({ fieldId }) => !decisions.has(fieldId));
  if (seen && undecided.length === 0) return { answers: withMine(task, decisions) };
  const shown = { conflicts, changedByThem, undecided: seen ? undecided : [], isSeen: seen };
  return { state: conflictState(task, shown) };
}

function withMine(task: ConflictInput, decisions: ReadonlyMap<string, Choice>): Answers {
  return resolveEdit({ ...task, fields: task.model.fields }, decisions).answers;
}

function conflictState(
  task: ConflictInput,
  {
    conflicts,
    changedByThem,
    undecided,
    isSeen,
  }: { conflicts: EditConflict[]; changedByThem: string[]; undecided: EditConflict[]; isSeen: boolean },
): LeadFormState {
  const { model: drawn, values, basis, portal, t } = task;
  const { model, newer, hidden } = overNewer(task, changedByThem);
  const byId = new Map(drawn.fields.map((field) => [field.id, field]));
  const show = shower(task);
  const labelOf = (fieldId: string) => byId.get(fieldId)?.label ?? fieldId;
  const keyOf = (fieldId: string) => byId.get(fieldId)?.key ?? '';
  return {
    status: 'conflict',
    isOwn: [...conflicts.map(({ fieldId }) => fieldId), ...changedByThem].every(task.isOwnChange),
    model,
    values: { ...values, ...newer },
    newer,
    hidden: { ...hidden, acknowledged: writeBasis(drawn, portal) },
    conflicts: conflicts.map(({ fieldId, ...sides }) => ({
      key: keyOf(fieldId),
      label: labelOf(fieldId),
      mine: show(fieldId, sides.mine),
      portal: show(fieldId, sides.portal),
      isOwn: task.isOwnChange(fieldId),
      input: values[keyOf(fieldId)] ?? '',
      // Without scripts the page is rendered again: decisions are kept.
      ...(isSeen && { choice: task.choices.get(keyOf(fieldId)) }),
    })),
    alsoChanged: changedByThem.map((fieldId) => ({
      label: labelOf(fieldId),
      text: t('alsoChangedWas', { was: show(fieldId, basis[fieldId]), now: show(fieldId, portal[fieldId]) }),
    })),
    errors: undecided.map(({ fieldId }) => ({
      key: choiceName(keyOf(fieldId)),
      message: t('conflictUndecided', { label: labelOf(fieldId) }),
    })),
  };
}

/**
 * The form over what the other side changed alone: the screen shows what will be kept, and it counts as seen. Such a field
 * says so.
 */
function overNewer(
  { model: drawn, posted, formOver, portal, t, timeZone }: ConflictInput,
  changedByThem: readonly string[],
): { model: FormModel; newer: InputValues; hidden: { basis: string } } {
  const changed = new Set(changedByThem);
  const basis: Answers = Object.assign(Object.create(null), posted);
  for (const id of changed) {
    const answer = answerTo(portal, id);
    if (answer === undefined) delete basis[id];
    else basis[id] = answer;
  }
  const model = formOver(basis);
  const options = { timeZone, locale: drawn.locale };
  const fields = model.fields.filter(({ id }) => changed.has(id));
  const newer = fields.map((field) => [field.key, inputOfAnswer(field, answerTo(basis, field.id), options)]);
  const marked = model.fields.map((field) =>
    changed.has(field.id)
      ? { ...field, help: [t('changedMeanwhile'), field.help].filter(Boolean).join(' ') }
      : field,
  );
  return {
    model: { ...model, fields: marked },
    newer: Object.fromEntries(newer),
    hidden: { basis: writeBasis(model, basis) },
  };
}

/** Shows answers as the fields of the form show them, "nothing" where there is none. */
function shower({ schema, model, t, timeZone }: ConflictInput) {
  const labels = { formats: formatsFor(model.locale, timeZone), yes: t('yes'), no: t('no') };
  const fields = new Map(schema.fields.map((field) => [field.id, field]));
  return (fieldId: string, answer: Answer | undefined): string => {
    const field = fields.get(fieldId);
    return field && answer !== undefined ? answerText(toFieldText(field, answer), labels) : t('nothing');
  };
}
