'use client';

import { TICK } from '@/components/ui/field';
import { PIN } from '@/lib/forms/add-another';
import type { FormModel } from '@/lib/forms/form-model';
import { type FormTexts, fill } from '@/lib/forms/texts';
import { pinnableFields } from '@/lib/forms/transferable';

export type PinChoicesProps = {
  model: FormModel;
  /** The keys of the fields that are kept now. */
  pins: readonly string[];
  texts: FormTexts;
};

/** The fields whose answers may be kept for the next lead. */
export function PinChoices({ model, pins, texts }: PinChoicesProps) {
  return (
    <fieldset>
      <legend className="text-sm text-muted">{texts.keepLegend}</legend>
      <div className="grid grid-cols-1 gap-x-4 sm:grid-cols-2">
        {pinnableFields(model).map(({ key, label }) => (
          <label key={key} className="flex min-h-11 items-center gap-2.5 sm:min-h-9">
            <input
              type="checkbox"
              name={PIN}
              value={key}
              defaultChecked={pins.includes(key)}
              aria-label={fill(texts.keepNamed, { label })}
              className={TICK}
            />
            <span dir="auto" className="min-w-0 wrap-anywhere">
              {label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
