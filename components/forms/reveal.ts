import { choiceName } from '@/lib/forms/form-data';

/** Opens what folds a control away, so that it can be seen and focused. */
export function openAround(id: string): HTMLElement | null {
  const control = document.getElementById(id);
  const fold = control?.closest('details');
  if (fold) fold.open = true;
  return control;
}

/** Brings a control into view with its label and gives it the focus; the first one of a group. */
export function showControl(id: string): void {
  const named = openAround(id);
  // A control that waits for a decision between two answers is not there yet: the decision is.
  const control = named && named.offsetParent === null ? document.getElementById(choiceName(id)) : named;
  if (!control) return;
  const label = control.closest('fieldset') ?? document.querySelector(`label[for="${id}"]`) ?? control;
  label.scrollIntoView({ block: 'start' });
  control.focus({ preventScroll: true });
}
