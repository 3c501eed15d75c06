import { DEFAULT_LEADS_QUERY, type LeadsQuery } from '@/lib/core/leads-query';

const ORDER = ['sort', 'dir'] as const;
const FILTERS = [
  ...(['q', 'show', 'status', 'agent', 'waiting', 'import'] as const),
  ...(['from', 'to', 'days', 'size'] as const),
];

/** The current order, for a form that changes the filters. */
export function OrderInputs({ query }: { query: LeadsQuery }) {
  return <Hidden query={query} names={ORDER} />;
}

/** The current filters, for a form that changes the order. */
export function FilterInputs({ query }: { query: LeadsQuery }) {
  return <Hidden query={query} names={FILTERS} />;
}

function Hidden({ query, names }: { query: LeadsQuery; names: readonly (keyof LeadsQuery)[] }) {
  return names
    .filter((name) => query[name] !== DEFAULT_LEADS_QUERY[name])
    .map((name) => <input key={name} type="hidden" name={name} value={query[name]} />);
}
