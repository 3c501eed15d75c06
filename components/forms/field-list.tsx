'use client';

import { memo, type ReactNode, useState } from 'react';
import { Icon } from '@/components/ui/icons';
import type { FormField, FormModel } from '@/lib/forms/form-model';
import { type InputValues, isBlank } from '@/lib/forms/input-values';
import type { LeadFormState } from '@/lib/forms/state';
import type { FormTexts } from '@/lib/forms/texts';
import { LeadField } from './lead-field';
import type { ShownForm } from './use-shown-form';

type Props = {
  model: FormModel;
  values: InputValues;
  state: LeadFormState;
  notice: ShownForm['notice'];
  texts: FormTexts;
};

/** The fields in their order under their headings, the folded ones under "More details". */
export const FieldList = memo(function FieldList({ model, values, state, notice, texts }: Props) {
  const conflicts = new Map(
    notice?.status === 'conflict' ? notice.conflicts.map((conflict) => [conflict.key, conflict]) : [],
  );
  const folded = model.fields.filter((field) => field.folded);
  // The initial state only: afterwards the person opens and closes it, and errors open it.
  const [startsOpen] = useState(() =>
    folded.some(({ key }) => !isBlank(values[key]) || isNamed(key, state, conflicts)),
  );
  const renderField = (field: FormField) => (
    <LeadField key={field.key} field={field} conflict={conflicts.get(field.key)} />
  );
  return (
    <div className="grid grid-cols-1 gap-5">
      <Groups fields={model.fields.filter((field) => !field.folded)} renderField={renderField} />
      {folded.length > 0 && (
        <details open={startsOpen} className="group/more border-t border-line pt-2">
          <summary className="flex min-h-11 items-center gap-1.5 font-semibold text-accent">
            <Icon name="chevron-right" className="size-4 transition-transform group-open/more:rotate-90" />
            {texts.moreDetails} <span className="font-normal text-muted">({folded.length})</span>
          </summary>
          <div className="mt-3 grid grid-cols-1 gap-5">
            <Groups fields={folded} renderField={renderField} />
          </div>
        </details>
      )}
    </div>
  );
});

/** Fields of one group are adjacent, so the heading is above its first field. */
function Groups({
  fields,
  renderField,
}: {
  fields: readonly FormField[];
  renderField: (field: FormField) => ReactNode;
}) {
  const starts = fields.filter(({ group }, index) => index === 0 || group !== fields[index - 1]?.group);
  return starts.map(({ group, key }) => {
    const members = fields.filter((field) => field.group === group).map(renderField);
    if (group === undefined) return members;
    return (
      <section
        key={key}
        aria-labelledby={`group-${key}`}
        className="grid grid-cols-1 gap-5 border-t border-line pt-5 not-first:mt-3"
      >
        <h2 id={`group-${key}`} dir="auto" className="text-lg font-semibold wrap-anywhere">
          {group}
        </h2>
        {members}
      </section>
    );
  });
}

function isNamed(key: string, state: LeadFormState, conflicts: ReadonlyMap<string, unknown>): boolean {
  const errors = 'errors' in state ? (state.errors ?? []) : [];
  return conflicts.has(key) || errors.some((error) => error.key === key);
}
