import 'server-only';
import { getOwn } from '@/lib/core/own';
import { cutText, toStorable } from '@/lib/core/text';
import { bareRecord, firstOwn, isRecord, type JsonRecord } from './value';

export type ErrorBody = {
  /** The service's message as one line of plain text; never HTML. */
  message?: string;
  /** By fieldId; without a prototype. */
  fieldErrors: Record<string, string>;
  shape: 'json' | 'markup' | 'text' | 'empty';
};

const MESSAGE_KEYS = ['message', 'detail', 'error_description', 'description', 'reason', 'msg', 'title'];
const FIELD_KEYS = ['fieldId', 'field', 'path', 'param', 'property', 'pointer', 'source', 'name', 'key'];
const LIST_KEYS = [
  'errors',
  'fieldErrors',
  'validationErrors',
  'invalid-params',
  'invalidParams',
  'violations',
  'details',
  'fields',
];
const MAX_LENGTH = 500;

/**
 * Reads the messages in an error response. The interface shows no shape (section 7): JSON with `message`, `error` or
 * `errors`, problem+json, plain text and the text of markup are understood. A text that only spells out the status is
 * none as long as there is another one.
 */
export function readErrorBody({ json, text }: { json?: unknown; text: string }): ErrorBody {
  if (json === undefined) {
    const isMarkup = /^\s*</.test(text);
    const message = plainText(isMarkup ? textOfMarkup(text) : text);
    const shape = text.trim() === '' ? 'empty' : isMarkup ? 'markup' : 'text';
    return { message, fieldErrors: bareRecord(), shape };
  }
  if (!isRecord(json)) {
    const found = listed(json);
    return { message: plainText(json) ?? found.messages[0], fieldErrors: found.byField, shape: 'json' };
  }
  const inner = getOwn(json, 'error');
  const places = isRecord(inner) ? [json, inner] : [json];
  const found = merged(places.flatMap((place) => LIST_KEYS.map((key) => listed(getOwn(place, key)))));
  const messages = [
    plainText(inner),
    isRecord(inner) ? messageIn(inner) : undefined,
    messageIn(json),
    ...found.messages,
  ].filter((message) => message !== undefined);
  const message = messages.find((one) => !isStatusText(one)) ?? messages[0];
  return { message, fieldErrors: found.byField, shape: 'json' };
}

const STATUS_TEXT =
  /\b[45]\d\d\b|\b(?:bad request|not found|unprocessable (?:entity|content)|conflict|error|http)\b|\b[a-z]{1,20}\/[\d.]{1,20}/gi;

/** Whether a text only spells out a status, as a gateway's page does: "400 Bad Request nginx/1.27". */
export function isStatusText(text: string): boolean {
  const rest = text.replace(STATUS_TEXT, ' ');
  return rest !== text && (rest.match(/\p{L}{2,}/gu) ?? []).length < 2;
}

/** The visible text of HTML or XML, without its head, tags and entities. */
function textOfMarkup(text: string): string {
  const parts = text.slice(0, MAX_MARKUP).split('<');
  let hidden: string | undefined;
  const shown = parts.map((part) => {
    const end = part.indexOf('>');
    const name = /^\/?[a-z]+/i.exec(part)?.[0].toLowerCase() ?? '';
    if (hidden === undefined && HIDDEN.includes(name)) hidden = name;
    else if (name === `/${hidden}`) hidden = undefined;
    return hidden === undefined ? part.slice(end + 1) : '';
  });
  return shown
    .join(' ')
    .replace(/&(?:#(\d{1,6})|(lt|gt|amp|quot|apos|nbsp));/g, (_, code, name) =>
      code ? String.fromCodePoint(Math.min(Number(code), 0xffff)) : (ENTITIES[name] ?? ' '),
    )
    .replace(/[<>]/g, ' ');
}

const MAX_MARKUP = 20_000;
const HIDDEN = ['head', 'script', 'style'];
const ENTITIES: Record<string, string> = { amp: '&', quot: '"', apos: "'" };

type Listed = { byField: Record<string, string>; messages: string[] };

/** Single errors in a list (`['…']`, `[{field, message}]`) or a record (`{field: '…'}`, `{field: ['…']}`). */
function listed(source: unknown): Listed {
  if (Array.isArray(source)) return merged(source.map(single));
  if (!isRecord(source)) return { byField: bareRecord(), messages: [] };
  return merged(Object.entries(source).map(([path, value]) => placed(fieldIdOf(path), messageOf(value))));
}

function single(entry: unknown): Listed {
  if (!isRecord(entry)) return placed(undefined, plainText(entry));
  return placed(
    fieldIdOf(firstOwn(entry, FIELD_KEYS)),
    messageIn(entry) ?? plainText(getOwn(entry, 'error')),
  );
}

function messageOf(value: unknown): string | undefined {
  const first = Array.isArray(value) ? value[0] : value;
  return isRecord(first) ? messageIn(first) : plainText(first);
}

function placed(fieldId: string | undefined, message: string | undefined): Listed {
  const byField = bareRecord<string>();
  if (fieldId !== undefined && message !== undefined) byField[fieldId] = message;
  return { byField, messages: message === undefined ? [] : [message] };
}

/** Merges the parts; the first message about a field wins. */
function merged(parts: Listed[]): Listed {
  const byField = bareRecord<string>();
  for (const part of parts) {
    for (const [fieldId, message] of Object.entries(part.byField)) byField[fieldId] ??= message;
  }
  return { byField, messages: parts.flatMap((part) => part.messages) };
}

function messageIn(record: JsonRecord): string | undefined {
  for (const key of MESSAGE_KEYS) {
    const value = getOwn(record, key);
    const message = plainText(
      Array.isArray(value) ? value.filter((one) => typeof one === 'string').join(' ') : value,
    );
    if (message !== undefined) return message;
  }
  return undefined;
}

/** One line without control characters, at most 500 characters; undefined for markup and empty text. */
function plainText(value: unknown): string | undefined {
  if (typeof value !== 'string' || /<[a-z!/?]/i.test(value)) return undefined;
  const line = value
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (line === '') return undefined;
  const cut = cutText(line, MAX_LENGTH - 1);
  return cut === line ? line : `${cut}…`;
}

/** Path prefixes that do not belong to the fieldId. */
const WRAPPERS = ['body', 'data', 'lead', 'customFields'];

/**
 * The fieldId an error names: unchanged, or at the end of a path (`customFields.budget`,
 * `customFields["a.b"]`, `/customFields/budget`, `['customFields', 'budget']`). A fieldId may contain dots,
 * so only known prefixes are removed.
 */
function fieldIdOf(place: unknown): string | undefined {
  const named = isRecord(place) ? firstOwn(place, ['pointer', 'parameter', 'field']) : place;
  const path = Array.isArray(named) ? unwrapped(named.filter(isStep).map(String)).join('.') : named;
  if (typeof path !== 'string') return undefined;
  const fieldId = Array.isArray(named) ? path : fromText(path);
  return fieldId.trim() === '' ? undefined : toStorable(fieldId);
}

function fromText(path: string): string {
  const pointer = /^#?\/(.*)$/s.exec(path)?.[1];
  if (pointer !== undefined) {
    const steps = pointer.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    return unwrapped(steps).join('/');
  }
  let rest = path;
  for (const wrapper of WRAPPERS) {
    if (rest.startsWith(`${wrapper}.`)) rest = rest.slice(wrapper.length + 1);
    const bracketed = rest.startsWith(`${wrapper}[`)
      ? /^\[(["']?)(.+)\1\]$/s.exec(rest.slice(wrapper.length))
      : null;
    rest = bracketed?.[2] ?? rest;
  }
  return rest;
}

function unwrapped(steps: string[]): string[] {
  const rest = [...steps];
  for (const wrapper of WRAPPERS) {
    if (rest.length > 1 && rest[0] === wrapper) rest.shift();
  }
  return rest;
}

function isStep(step: unknown): step is string | number {
  return typeof step === 'string' || typeof step === 'number';
}
