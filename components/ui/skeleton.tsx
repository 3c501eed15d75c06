/** The place of a text that is still being read, in its size, so that nothing moves when it comes. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden="true" className={`block rounded-control bg-line ${className}`} />;
}
