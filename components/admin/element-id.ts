/**
 * An id of the portal as a part of an element's id: it is any text, and the attributes that refer to elements divide
 * their lists at spaces.
 */
export function toElementId(id: string): string {
  return encodeURIComponent(id);
}
