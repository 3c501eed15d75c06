'use client';

import { Broken } from '@/components/shell/broken';

/** Shown within the frame when a page of a partner fails; the list of leads has its own. */
export default function ErrorPage({
  error,
  retry,
}: {
  error: Error & { digest?: string };
  retry: () => void;
}) {
  return <Broken code={error.digest} retry={retry} />;
}
