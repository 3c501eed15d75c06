/** The ids of leads, to copy. */
export function LeadIds({ ids }: { ids: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 pt-1">
      {ids.map((id) => (
        <li key={id}>
          <code className="font-mono text-sm break-all">{id}</code>
        </li>
      ))}
    </ul>
  );
}
