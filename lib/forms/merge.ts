import { foldText } from '@/lib/core/text';
import { answerTo, sameAnswer } from './answers';
import type { Answer, Answers } from './field';

type EditSides = {
  fields: readonly { id: string }[];
  /** The lead's values when the form was rendered. */
  basis: Answers;
  /** The person's values. */
  mine: Answers;
  /** The lead's current values. */
  portal: Answers;
  /**
   * Whether the lead's answer to a field changed since the form was rendered, even if it changed back: then
   * the person's unchanged value may be one that someone else has reverted since.
   */
  hasChanged?: (fieldId: string) => boolean;
};

/** One field changed on both sides to different values. Undefined means no answer. */
export type EditConflict = {
  fieldId: string;
  basis: Answer | undefined;
  mine: Answer | undefined;
  portal: Answer | undefined;
};

/**
 * Compares three versions of a lead: fields that only the person changed (`mine`), that only the other side
 * changed (`portal`), and that both changed differently (`conflicts`). Equal changes on both sides are none
 * of the three: nothing is left to send.
 */
export function compareEdit({ fields, basis, mine, portal, hasChanged = () => false }: EditSides): {
  mine: string[];
  portal: string[];
  conflicts: EditConflict[];
} {
  const result = { mine: [] as string[], portal: [] as string[], conflicts: [] as EditConflict[] };
  for (const { id } of fields) {
    const sides = { basis: answerTo(basis, id), mine: answerTo(mine, id), portal: answerTo(portal, id) };
    if (sameAnswer(sides.mine, sides.portal)) continue;
    const isChanged = hasChanged(id) || !isLike(sides.basis, sides.portal);
    const isMine = !sameAnswer(sides.basis, sides.mine);
    if (isMine && isChanged) result.conflicts.push({ fieldId: id, ...sides });
    else if (isMine) result.mine.push(id);
    else if (isChanged) result.portal.push(id);
  }
  return result;
}

/** Case and blanks may be the service's own change. */
function isLike(one: Answer | undefined, other: Answer | undefined): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return sameAnswer(one, other);
  return sameAnswer(one, other) || foldText(one) === foldText(other);
}

/**
 * The answers after the person's decisions: their own where they chose so, the other side's elsewhere.
 * `undecided` lists the conflicts without a decision, which must be asked again and never guessed.
 */
export function resolveEdit(
  sides: EditSides,
  decisions: ReadonlyMap<string, 'mine' | 'theirs'>,
): { answers: Answers; undecided: EditConflict[] } {
  const { mine, conflicts } = compareEdit(sides);
  const undecided = conflicts.filter(({ fieldId }) => !decisions.has(fieldId));
  const overrides = new Set([...mine, ...conflicts.map(({ fieldId }) => fieldId)]);
  const answers: Answers = Object.assign(Object.create(null), sides.portal);
  for (const { id } of sides.fields) {
    if (!overrides.has(id) || decisions.get(id) === 'theirs') continue;
    const answer = answerTo(sides.mine, id);
    if (answer === undefined) delete answers[id];
    else answers[id] = answer;
  }
  return { answers, undecided };
}
