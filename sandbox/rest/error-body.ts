import type { Shape } from '../shape';
import type { Refusal } from './refusal';

const REASONS: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
};

type Body = { type: string; text: string };

const json = (value: unknown, type = 'application/json'): Body => ({ type, text: JSON.stringify(value) });

/** An error in the chosen shape; the interface shows none (section 7). */
export function errorBody(shape: Shape['errorBody'], { status, message, problems }: Refusal): Body {
  const title = REASONS[status] ?? 'Error';
  const fields = problems.length > 0 ? problems : [{ field: '', message }];
  switch (shape) {
    case 'message':
      return json({ statusCode: status, message });
    case 'error':
      return json({ error: message });
    case 'errorObject':
      return json({ error: { code: title.toLowerCase().replaceAll(' ', '_'), message, details: problems } });
    case 'errors':
      return json({ errors: fields.map(({ field, message: text }) => ({ field, message: text })) });
    case 'errorStrings':
      return json({ errors: fields.map((problem) => problem.message) });
    case 'errorMap':
      return json({ message: title, errors: toMap(fields) });
    case 'problem':
      return json(
        { type: 'about:blank', title, status, detail: message, errors: problems },
        'application/problem+json',
      );
    case 'text':
      return { type: 'text/plain; charset=utf-8', text: message };
    case 'messages':
      return json({ statusCode: status, message: fields.map((problem) => problem.message), error: title });
    case 'xml':
      return {
        type: 'application/xml',
        text: `<?xml version="1.0"?>\n<Error><Code>${status}</Code>${fields
          .map((problem) => `<Message>${problem.message}</Message>`)
          .join('')}</Error>`,
      };
    case 'html':
      return {
        type: 'text/html; charset=utf-8',
        text: `<html><head><style>h1 { color: red }</style></head><body><h1>${status} ${title}</h1><p>${message}</p></body></html>`,
      };
    case 'empty':
      return { type: 'text/plain', text: '' };
  }
}

/** `{ fieldId: [messages] }`. Built from pairs, because a fieldId may be `__proto__`. */
function toMap(fields: readonly { field: string; message: string }[]): Record<string, string[]> {
  const map = new Map<string, string[]>();
  for (const { field, message } of fields) map.set(field, [...(map.get(field) ?? []), message]);
  return Object.fromEntries(map);
}
