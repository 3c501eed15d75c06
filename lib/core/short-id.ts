const MAX_SHOWN = 12;
const END = 6;

/** What is read of an id where nothing has a name: its end, because the portal's ids begin alike. */
export function shortId(id: string): string {
  return id.length > MAX_SHOWN ? `…${id.slice(-END)}` : id;
}
