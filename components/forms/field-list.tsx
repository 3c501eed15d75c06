'use client';

import { memo, type ReactNode, useState } from 'react';
import { CARD } from '@/components/ui/card';
import { KNOWN_ID } from '@/lib/forms/duplicates-response';
import type { FormField, FormModel } from '@/lib/forms/form-model';
import { type InputValues, isBlank } from '@/lib/forms/input-values';
import type { LeadFormState } from '@/lib/forms/state';
import { type FormTexts, fill } from '@/lib/forms/texts';
import { LeadField } from './lead-field';
import { knownFields } from './use-duplicates';
import type { ShownForm } from './use-shown-form';

type Props = {
  model: FormModel;
  values: InputValues;
  state: LeadFormState;
  notice: ShownForm['notice'];
  texts: FormTexts;
};

/** A card of the form. Two short fields that belong together share a line where there is room. */
const FIELDS = 'grid grid-cols-1 gap-x-6 gap-y-5 sm:grid-cols-2';
const GROUP = `${CARD} px-4 py-5 sm:px-6`;
const FOLD = `${CARD} px-4 py-2 sm:px-6`;

/** The fields in their order under their headings, the folded ones at the end, under "More details". */
export const FieldList = memo(function FieldList({ model, values, state, notice, texts }: Props) {
  const conflicts = new Map(
    notice?.status === 'conflict' ? notice.conflicts.map((conflict) => [conflict.key, conflict]) : [],
  );
  const folded = model.fields.filter((field) => field.folded);
  // The initial state only: afterwards the person opens and closes it, and errors open it.
  const [startsOpen] = useState(() =>
    folded.some(({ key }) => !isBlank(values[key]) || isNamed(key, state, conflicts)),
  );
  const watched = new Set(knownFields(model).map(([, key]) => key));
  const first = model.fields.find(({ key }) => watched.has(key));
  const renderField = (field: FormField) => (
    <LeadField key={field.key} field={field} conflict={conflicts.get(field.key)} />
  );
  const groups = { renderField, knownBelow: first?.key };
  return (
    <div className="grid grid-cols-1 gap-5">
      <Groups fields={model.fields.filter((field) => !field.folded)} {...groups} />
      {folded.length > 0 && (
        <details open={startsOpen} className={FOLD}>
          <summary className="min-h-11 font-semibold text-accent">
            {texts.moreDetails}{' '}
            <span className="ml-1.5 font-normal text-muted">
              {fill(texts.moreDetailsCount, { count: folded.length })}
            </span>
          </summary>
          <div className="grid grid-cols-1 gap-8 pt-3 pb-4">
            <Groups fields={folded} {...groups} isInside />
          </div>
        </details>
      )}
    </div>
  );
});

/**
 * Fields of one group are adjacent, so the heading is above its first field.
 *
 * @param knownBelow the field below whose group it is said what is known already
 * @param isInside within a card
 */
function Groups({
  fields,
  renderField,
  knownBelow,
  isInside = false,
}: {
  fields: readonly FormField[];
  renderField: (field: FormField) => ReactNode;
  knownBelow: string | undefined;
  isInside?: boolean;
}) {
  const starts = [...fields.keys()].filter((at) => at === 0 || fields[at]?.group !== fields[at - 1]?.group);
  return starts.map((start, index) => {
    const inGroup = fields.slice(start, starts[index + 1]);
    const { group, key } = inGroup[0] ?? {};
    const members = [
      ...inGroup.map(renderField),
      inGroup.some((field) => field.key === knownBelow) && <Known key={KNOWN_ID} />,
    ];
    const frame = isInside ? '' : GROUP;
    if (group === undefined) {
      return (
        <div key={key} className={`${frame} ${FIELDS}`}>
          {members}
        </div>
      );
    }
    return (
      <section key={key} aria-labelledby={`group-${key}`} className={frame}>
        <h2 id={`group-${key}`} dir="auto" className="pb-4 text-lg font-semibold wrap-anywhere">
          {group}
        </h2>
        <div className={FIELDS}>{members}</div>
      </section>
    );
  });
}

/** Filled by a script (`useDuplicates`). In the page from the start: otherwise screen readers may miss the first answer. */
function Known() {
  return <div id={KNOWN_ID} role="status" className="empty:absolute sm:col-span-full" />;
}

function isNamed(key: string, state: LeadFormState, conflicts: ReadonlyMap<string, unknown>): boolean {
  const errors = 'errors' in state ? (state.errors ?? []) : [];
  return conflicts.has(key) || errors.some((error) => error.key === key);
}
