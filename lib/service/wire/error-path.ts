import 'server-only';
import { toStorable } from '@/lib/core/text';
import { firstOwn, isRecord } from './value';

/** Path prefixes that do not belong to the fieldId. */
const WRAPPERS = ['body', 'data', 'lead', 'customFields'];

/**
 * The fieldId an error names: unchanged, or at the end of a path (`customFields.budget`,
 * `customFields["a.b"]`, `/customFields/budget`, `['customFields', 'budget']`). A fieldId may contain dots,
 * so only known prefixes are removed.
 */
export function fieldIdOf(place: unknown): string | undefined {
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
