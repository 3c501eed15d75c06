'use client';

import { useEffect } from 'react';
import { Broken, type BrokenTexts } from '@/components/shell/broken';
import { getLastGood } from './last-good';
import { LeadTable } from './lead-table';
import { POLL_MS } from './schedule';

/** The dashboard when it cannot be read: the list as it last was, and another try every half minute. */
export function LeadsBroken({ texts, retry }: { texts: BrokenTexts; retry: () => void }) {
  useEffect(() => {
    const timer = setTimeout(retry, POLL_MS);
    return () => clearTimeout(timer);
  }, [retry]);
  const lastGood = getLastGood();
  return (
    <>
      <Broken texts={texts} retry={retry} />
      {lastGood && (
        <>
          <p className="py-3 font-semibold">{lastGood.notice}</p>
          <LeadTable {...lastGood.table} />
        </>
      )}
    </>
  );
}
