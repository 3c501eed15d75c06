/**
 * Whether a form holds a file over its limit. Asked before it is posted: a body over the limit of actions is refused
 * before anything could answer, and without the reason.
 */
export function hasFileOver(data: FormData, { name, maxBytes }: { name: string; maxBytes: number }): boolean {
  const file = data.get(name);
  return file instanceof File && file.size > maxBytes;
}
