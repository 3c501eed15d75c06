/** Every text that a form sent under a name. */
export const textsOf = (form: FormData, name: string): string[] => form.getAll(name).map(String);

/** The first of them, or ''. */
export const textOf = (form: FormData, name: string): string => textsOf(form, name)[0] ?? '';
