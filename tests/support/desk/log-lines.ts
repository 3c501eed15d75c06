import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One line of a process's output; what the desk logs itself has its fields, and `msg` names the event. */
export type LogLine = { process: string; text: string; msg?: string; fields: Record<string, unknown> };

/** All lines of the web and worker processes whose logs are in `folder`, process by process. */
export function readLogs(folder: string): LogLine[] {
  return readdirSync(folder)
    .filter((file) => /^(web|worker)-/.test(file))
    .sort()
    .flatMap((file) => linesOf(join(folder, file), file.replace(/\.log$/, '')));
}

function linesOf(path: string, process: string): LogLine[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((text) => {
      const fields = fieldsOf(text);
      return { process, text, fields, ...(typeof fields.msg === 'string' && { msg: fields.msg }) };
    });
}

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed instanceof Object ? { ...parsed } : {};
  } catch {
    return {};
  }
}
