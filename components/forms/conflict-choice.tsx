'use client';

import { TICK_IN_LINE } from '@/components/ui/field';
import { choiceName } from '@/lib/forms/form-data';
import type { Conflict } from '@/lib/forms/state';
import { fill } from '@/lib/forms/texts';
import { CHOICE_LINE } from './fields/variants';
import { useFieldError, useLeadForm } from './form-context';

/** Replaced by the control, whose value may differ by now. */
const MINE_AS_TEXT = 'group-has-[[data-side=mine]:checked]/field:hidden';

/**
 * The class of a field's control, inside `group/field`: in a conflict it is shown only for the person's own
 * answer.
 */
export function controlClass(conflict: Conflict | undefined): string {
  return conflict ? 'hidden group-has-[[data-side=mine]:checked]/field:block' : '';
}

/**
 * Both answers of a field that two people changed, with nothing preselected: the person decides. The field's
 * control is shown only while they keep their own (`controlClass`): so the screen shows what will be kept,
 * without scripts too.
 */
export function ConflictChoice({ conflict }: { conflict: Conflict }) {
  const { clearErrors, choose, texts } = useLeadForm();
  const name = choiceName(conflict.key);
  const error = useFieldError(name);
  const decide = (side: string) => {
    clearErrors(name);
    // Discards anything else typed into the control.
    if (side === 'theirs') choose(conflict.key, conflict.input);
  };
  const sides = [
    { value: 'mine', title: texts.conflictMine, text: conflict.mine, shown: MINE_AS_TEXT },
    {
      value: 'theirs',
      title: conflict.isOwn ? texts.conflictSaved : texts.conflictTheirs,
      text: conflict.portal,
    },
  ];
  return (
    <div
      role="radiogroup"
      aria-required="true"
      aria-invalid={error ? true : undefined}
      aria-describedby={error && `${name}-error`}
      aria-labelledby={`${name}-label`}
      className="mt-2 min-w-0 tone-info rounded-control border border-tone-line bg-tone-soft p-3"
    >
      <p id={`${name}-label`} className="mb-2 text-sm font-semibold">
        {fill(texts.conflictLegend, { label: conflict.label })}
      </p>
      {error && (
        <p id={`${name}-error`} className="text-sm font-semibold text-danger">
          {error}
        </p>
      )}
      <div className="grid gap-2">
        {sides.map(({ value, title, text, shown }, index) => (
          <label key={value} className={CHOICE_LINE}>
            <input
              type="radio"
              id={index === 0 ? name : `${name}-${value}`}
              name={name}
              value={value}
              defaultChecked={conflict.choice === value}
              data-side={value}
              onChange={() => decide(value)}
              className={TICK_IN_LINE}
            />
            <span className="min-w-0 wrap-anywhere">
              <span className="text-muted">{title}</span>{' '}
              <span className={shown} dir="auto">
                {text}
              </span>
            </span>
          </label>
        ))}
      </div>
    </div>
  );
}
