import { answerTo } from './answers';
import { draftFields, isDraftable } from './draft-fields';
import type { Answers } from './field';
import type { FormModel } from './form-model';
import { type InputValues, isBlank } from './input-values';
import { toInputValues } from './prefill';
import { restoreDraft, type TypedDraft } from './restore-draft';
import { type Rules, validateWith } from './rules';
import type { Translate } from './texts';

/**
 * What another version of the form would do to answers that exist already. `lost`: an answer has no field any more, or
 * one that cannot hold it. `missing`: a required answer is not there. `refused`: an answer is not allowed any more.
 */
export const BREAKING_CHANGES = ['lost', 'missing', 'refused'] as const;
export type BreakingChange = (typeof BREAKING_CHANGES)[number];

/** A form with its rules, compiled once for many answers. */
export type Form = { model: FormModel; rules: Rules };

/** The form in force and the one to compare it with. */
export type FormPair = { before: Form; after: Form };

type Problems = { lost: number; missing: Set<string>; refused: Set<string> };

/** What the newer form would do to a draft and the present one does not. */
export function breakingChangesForDraft(
  typed: TypedDraft,
  { before, after }: FormPair,
  { timeZone, texts }: { timeZone: string; texts: Translate },
): BreakingChange[] {
  const problemsIn = (form: Form): Problems => {
    const start = toInputValues(form.model, {}, { timeZone });
    const { values, lost } = restoreDraft(typed, { model: form.model, start, timeZone, texts });
    const isTyped = new Set(draftFields(form.model, start, values).map(([id]) => id));
    const { missing, refused } = problemsOf(form, values);
    // No draft holds a consent: it is asked for in any case.
    for (const field of form.model.fields) if (!isDraftable(field)) missing.delete(field.id);
    return { lost: lost.length, missing, refused: new Set([...refused].filter((id) => isTyped.has(id))) };
  };
  return newBreakingChanges(problemsIn(before), problemsIn(after));
}

/** What the newer form would do to answers that were submitted and the present one does not. */
export function breakingChangesForAnswers(
  answers: Answers,
  { before, after }: FormPair,
  { timeZone }: { timeZone: string },
): BreakingChange[] {
  const problemsIn = (form: Form): Problems => {
    const known = new Set(form.model.fields.map(({ id }) => id));
    const lost = Object.keys(answers).filter((id) => !known.has(id)).length;
    const values = toInputValues(form.model, answers, { timeZone });
    const { missing, refused } = problemsOf(form, values);
    const unshown = form.model.fields.filter(
      ({ id, key }) => answerTo(answers, id) !== undefined && isBlank(values[key]),
    );
    return { lost, missing, refused: new Set([...refused, ...unshown.map(({ id }) => id)]) };
  };
  return newBreakingChanges(problemsIn(before), problemsIn(after));
}

function problemsOf({ model, rules }: Form, values: InputValues): Omit<Problems, 'lost'> {
  const outcome = validateWith(rules, model, values);
  const wrong = new Set(outcome.ok ? [] : outcome.errors.map(({ key }) => key));
  const idsWhere = (predicate: (key: string) => boolean) =>
    new Set(model.fields.filter(({ key }) => wrong.has(key) && predicate(key)).map(({ id }) => id));
  return {
    missing: idsWhere((key) => isBlank(values[key])),
    refused: idsWhere((key) => !isBlank(values[key])),
  };
}

function newBreakingChanges(before: Problems, after: Problems): BreakingChange[] {
  const hasNew = (now: Set<string>, then: Set<string>) => [...now].some((id) => !then.has(id));
  return BREAKING_CHANGES.filter((change) =>
    change === 'lost' ? after.lost > before.lost : hasNew(after[change], before[change]),
  );
}

/** What the newer form would do to a file whose columns answer these fields. */
export function breakingChangesForColumns(
  columns: readonly string[],
  { before, after }: { before: FormModel; after: FormModel },
): BreakingChange[] {
  const problemsIn = (model: FormModel): Problems => {
    const known = new Set(model.fields.map(({ id }) => id));
    const isAsked = new Set(columns);
    return {
      lost: columns.filter((id) => !known.has(id)).length,
      // Consents are stated when an import is sent.
      missing: new Set(
        model.fields
          .filter(
            ({ id, required, consent, role }) =>
              required && !consent && role !== 'consent' && !isAsked.has(id),
          )
          .map(({ id }) => id),
      ),
      refused: new Set(),
    };
  };
  return newBreakingChanges(problemsIn(before), problemsIn(after));
}
