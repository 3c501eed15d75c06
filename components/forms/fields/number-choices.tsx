'use client';

import { TICK_IN_LINE } from '@/components/ui/field';
import type { NumberQuestion } from '@/lib/forms/number-answer';
import { fill } from '@/lib/forms/texts';
import { useLeadForm } from '../form-context';
import { CHOICE_LINE } from './variants';

type Props = {
  /** The name under which the choice is posted. */
  id: string;
  question: NumberQuestion;
  onChoose: (text: string) => void;
};

/** "You typed “12.500”. Which number do you mean?" with the numbers to choose from. */
export function NumberChoices({ id, question, onChoose }: Props) {
  const { texts } = useLeadForm();
  return (
    <fieldset
      aria-labelledby={`${id}-label`}
      className="mt-2 min-w-0 rounded-control border border-line-strong bg-accent-soft px-3 pt-2 pb-3"
    >
      <legend id={`${id}-label`} className="float-left w-full text-sm font-semibold wrap-anywhere">
        {fill(texts.whichNumber, { typed: question.typed })}
      </legend>
      <div className="clear-both space-y-1.5 pt-1.5">
        {question.choices.map(({ text, label }) => (
          <label key={text} className={CHOICE_LINE}>
            <input
              type="radio"
              name={id}
              value={text}
              onChange={() => onChoose(text)}
              className={TICK_IN_LINE}
            />
            <span className="tabular-nums">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
