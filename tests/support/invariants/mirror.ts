import type { Verdict } from './verdict';

/** A lead with all its fields side by side, custom ones under `customFields.<fieldId>`. */
export type FlatLead = { id: string; fields: Readonly<Record<string, unknown>> };

type Facts = {
  /** Every lead that the service has. */
  service: readonly FlatLead[];
  /** Every lead that the mirror shows as existing. */
  mirror: readonly FlatLead[];
};

/** I1: once idle, the mirror holds the leads that the service has, field by field, and no other. */
export function judgeMirror({ service, mirror }: Facts): Verdict {
  const held = new Map(mirror.map((lead) => [lead.id, lead]));
  const real = new Set(service.map(({ id }) => id));
  const missing = service.filter(({ id }) => !held.has(id));
  const extra = mirror.filter(({ id }) => !real.has(id));
  const stale = service.flatMap((lead) => {
    const other = held.get(lead.id);
    return other ? differences(lead, other) : [];
  });
  return {
    id: 'I1',
    title: 'mirror = service',
    counts: { leads: service.length, missing: missing.length, extra: extra.length, stale: stale.length },
    violations: [
      ...missing.map(({ id }) => `lead ${id} is in the service and not in the mirror`),
      ...extra.map(({ id }) => `lead ${id} is in the mirror and not in the service`),
      ...stale,
    ],
  };
}

function differences(real: FlatLead, held: FlatLead): string[] {
  const names = new Set([...Object.keys(real.fields), ...Object.keys(held.fields)]);
  return [...names].flatMap((name) => {
    const [is, shows] = [textOf(real.fields[name]), textOf(held.fields[name])];
    return is === shows
      ? []
      : [`lead ${real.id}: ${name} is ${is} in the service and ${shows} in the mirror`];
  });
}

/** An empty field is absent in one answer and null in another; both mean no answer. */
const textOf = (value: unknown) => JSON.stringify(value ?? null);
