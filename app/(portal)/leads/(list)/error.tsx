'use client';

import { useEffect } from 'react';
import { LeadTable } from '@/components/leads/lead-table';
import { Broken } from '@/components/shell/broken';
import { POLL_MS } from '@/components/shell/schedule';
import { getLastGood } from './_parts/last-good';

export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return <LeadsBroken code={error.digest} retry={retry} />;
}

/** Shown when the list of leads cannot be read: the last list, with a retry every half minute. */
function LeadsBroken({ code, retry }: { code: string | undefined; retry: () => void }) {
  useEffect(() => {
    const timer = setTimeout(retry, POLL_MS);
    return () => clearTimeout(timer);
  }, [retry]);
  const lastGood = getLastGood();
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
