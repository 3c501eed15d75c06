import type { ReactNode } from 'react';

/** Shown in place of an empty list: why it is empty, and what to do next. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-start gap-2 border-y border-line bg-surface px-4 py-10 sm:px-8">
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="max-w-prose text-muted">{children}</p>
      {action && <div className="pt-2">{action}</div>}
    </div>
  );
}
