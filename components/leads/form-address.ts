/**
 * Where a GET form leads: its path with what was filled in. Empty answers are left out, and so is `show` where a status
 * was chosen: the page would not follow it (`parseLeadsQuery`), and the address should say what the page shows.
 */
export function formAddress(form: HTMLFormElement): string {
  return addressOf(form.getAttribute('action') ?? '', new FormData(form));
}

export function addressOf(path: string, answers: Iterable<[string, FormDataEntryValue]>): string {
  const params = new URLSearchParams();
  for (const [name, value] of answers) {
    if (typeof value === 'string' && value.trim() !== '') params.set(name, value.trim());
  }
  if (params.has('status')) params.delete('show');
  return params.size === 0 ? path : `${path}?${params}`;
}
