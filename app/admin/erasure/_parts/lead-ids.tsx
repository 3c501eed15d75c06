import { adminLeadAddress } from '@/lib/core/address';

/** The ids of leads, to copy; `areOpen`: also to open. */
export function LeadIds({ ids, areOpen = false }: { ids: readonly string[]; areOpen?: boolean }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 pt-1">
      {ids.map((id) => {
        const code = <code className="font-mono text-sm break-all">{id}</code>;
        return (
          <li key={id}>
            {areOpen ? (
              <a
                href={adminLeadAddress(id)}
                className="inline-flex min-h-8 items-center text-accent underline"
              >
                {code}
              </a>
            ) : (
              code
            )}
          </li>
        );
      })}
    </ul>
  );
}
