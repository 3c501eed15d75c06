'use client';

import { LeadsBroken } from '@/components/leads/leads-broken';
// A separate file: an error page is part of every page's bundle, and the whole catalogue must not be.
import texts from '@/messages/en.broken.json';

export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return <LeadsBroken texts={texts} code={error.digest} retry={retry} />;
}
