'use client';

import { LeadsBroken } from './_parts/leads-broken';

export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return <LeadsBroken code={error.digest} retry={retry} />;
}
