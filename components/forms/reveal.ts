import { choiceName } from '@/lib/forms/form-data';

/** Opens all folded ancestors of a control, so that it can be seen and focused. */
export function openAround(id: string): HTMLElement | null {
  const control = document.getElementById(id);
  const fold = control?.closest('details');
  if (fold) fold.open = true;
  return control;
}

/** Scrolls a control into view with its label and focuses it; the first one of a group. */
export function showControl(id: string): void {
  const named = openAround(id);
  // During an undecided conflict the control is hidden: focus the decision.
  const control = named && named.offsetParent === null ? document.getElementById(choiceName(id)) : named;
  if (!control) return;
  const label = control.closest('fieldset') ?? document.querySelector(`label[for="${id}"]`) ?? control;
  label.scrollIntoView({ block: 'start' });
  control.focus({ preventScroll: true });
}
