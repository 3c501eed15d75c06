import { isolate } from '@/lib/core/isolate';

/** The name of someone or something, by strangers, for the title of their page. */
export function titleName(name: string): string {
  // Next replaces `%s` of the template with the title by a pattern, in which `$&` and the like mean something.
  return isolate(name).replaceAll('$', '$$$$');
}
