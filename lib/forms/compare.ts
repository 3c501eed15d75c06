import { isolate } from '@/lib/core/isolate';
import { toList, toSeries } from '@/lib/core/language';
import type { FormField, FormModel } from './form-model';
import type { Translate } from './texts';

/** One difference between two versions of a form model, in the labels of the newer one. */
export type FormChange = { fieldId: string; label: string } & (
  | { change: 'added'; required: boolean }
  | { change: 'removed' | 'now-required' | 'no-longer-required' | 'kind-changed' | 'consent-reworded' }
  | { change: 'renamed'; was: string }
  | { change: 'options-added' | 'options-removed'; options: string[] }
);

/** The changes relevant to a person filling in the form, in the new form's order, removed fields last. */
export function compareFormModels(from: FormModel, to: FormModel): FormChange[] {
  const before = new Map(from.fields.map((field) => [field.id, field]));
  const after = new Set(to.fields.map(({ id }) => id));
  const removed = from.fields
    .filter(({ id }) => !after.has(id))
    .map(({ id, label }): FormChange => ({ fieldId: id, label, change: 'removed' }));
  return [...to.fields.flatMap((field) => compareField(before.get(field.id), field)), ...removed];
}

function compareField(from: FormField | undefined, to: FormField): FormChange[] {
  const subject = { fieldId: to.id, label: to.label };
  if (!from) return [{ ...subject, change: 'added', required: to.required }];
  const changes: FormChange[] = [];
  if (from.label !== to.label) changes.push({ ...subject, change: 'renamed', was: from.label });
  if (isReworded(from, to)) changes.push({ ...subject, change: 'consent-reworded' });
  if (from.kind !== to.kind) changes.push({ ...subject, change: 'kind-changed' });
  if (!from.required && to.required) changes.push({ ...subject, change: 'now-required' });
  if (from.required && !to.required) changes.push({ ...subject, change: 'no-longer-required' });
  if (from.kind !== to.kind) return changes;
  const gone = missing(from, to);
  const fresh = missing(to, from);
  if (gone.length > 0) changes.push({ ...subject, change: 'options-removed', options: gone });
  if (fresh.length > 0) changes.push({ ...subject, change: 'options-added', options: fresh });
  return changes;
}

/** True if this is a consent with another wording now. Nobody agreed to words they did not read. */
export function isReworded(from: FormField, to: FormField): boolean {
  return to.consent === true && (from.label !== to.label || from.help !== to.help);
}

/** Labels that `one` offers and `other` does not. */
function missing(one: FormField, other: FormField): string[] {
  const offered = (field: FormField) => (field.options ?? []).filter(({ retired }) => !retired);
  const there = new Set(offered(other).map(({ value }) => String(value)));
  return offered(one)
    .filter(({ value }) => !there.has(String(value)))
    .map(({ label }) => isolate(label));
}

/** The maximum number of choices listed by name; more are counted. */
const MAX_NAMED = 3;

/** The changes as sentences, for the page of a form that changed while it was open. */
export function describeChanges(
  changes: readonly FormChange[],
  { t, locale }: { t: Translate; locale: string },
): string[] {
  return changes.map((change) => {
    const { label } = change;
    switch (change.change) {
      case 'added':
        return t(change.required ? 'changeAddedRequired' : 'changeAdded', { label });
      case 'renamed':
        return t('changeRenamed', { label, was: isolate(change.was) });
      case 'options-added':
        return t('changeOptionsAdded', { label, ...named(change.options, { t, locale }) });
      case 'options-removed':
        return t('changeOptionsRemoved', { label, ...named(change.options, { t, locale }) });
      default:
        return t(SENTENCES[change.change], { label });
    }
  });
}

const SENTENCES = {
  removed: 'changeRemoved',
  'now-required': 'changeNowRequired',
  'no-longer-required': 'changeNoLongerRequired',
  'kind-changed': 'changeKind',
  'consent-reworded': 'changeConsent',
} as const;

function named(
  options: readonly string[],
  { t, locale }: { t: Translate; locale: string },
): { options: string; more: number } {
  const quoted = options.slice(0, MAX_NAMED).map((label) => t('quoted', { label }));
  const more = Math.max(0, options.length - MAX_NAMED);
  return { options: (more > 0 ? toSeries : toList)(locale, quoted), more };
}
