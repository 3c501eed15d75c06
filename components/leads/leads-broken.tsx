'use client';

import { usePathname } from 'next/navigation';
import { useEffect } from 'react';
import { Broken } from '@/components/shell/broken';
import { LEADS_PATH } from './address';
import { getLastGood } from './last-good';
import { LeadTable } from './lead-table';
import { POLL_MS } from './schedule';

/**
 * Shown when a page about leads cannot be read. On the dashboard that is the last list, with a retry every
 * half minute.
 */
export function LeadsBroken({ code, retry }: { code: string | undefined; retry: () => void }) {
  const isDashboard = usePathname() === LEADS_PATH;
  useEffect(() => {
    if (!isDashboard) return;
    const timer = setTimeout(retry, POLL_MS);
    return () => clearTimeout(timer);
  }, [isDashboard, retry]);
  const lastGood = isDashboard ? getLastGood() : undefined;
  return (
    <>
      <Broken code={code} retry={retry} />
      {lastGood && (
        <>
          <p className="py-3 font-semibold">{lastGood.notice}</p>
          <LeadTable {...lastGood.table} />
        </>
      )}
    </>
  );
}
