import { escapeHtml } from '@/lib/core/html';

/** HTML that is safe to insert: everything in it was escaped. */
export type Html = { html: string };

/** A script that calls `run` with `task`. It is sent by its source, so `run` must use nothing around it. */
export function script<Task>(
  run: (task: Task) => void,
  { task, nonce }: { task: Task; nonce: string },
): Html {
  const data = JSON.stringify(task).replace(/</g, '\\u003c');
  return { html: `<script nonce="${escapeHtml(nonce)}">(${run.toString()})(${data})</script>` };
}

type Part = Html | string | number | false | undefined | readonly Part[];

/** A template of HTML. Every text in it is escaped; what is not there is left out. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { html: strings.map((text, index) => text + write(parts[index])).join('') };
}

function write(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'html' in part ? part.html : part.map(write).join('');
}
