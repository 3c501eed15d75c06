import type { ReactNode } from 'react';

export type EmptyFrameProps = {
  icon: ReactNode;
  title: string;
  /** One sentence: why it is empty, or what happens next. */
  children: ReactNode;
  action?: ReactNode;
  /** Below the action, smaller: what only some readers need. */
  note?: ReactNode;
  /** 1 if it is the whole page. */
  level?: 1 | 2;
};

/** What `EmptyState` looks like, without the set of icons: error pages are part of every page's scripts. */
export function EmptyFrame({ icon, title, children, action, note, level = 2 }: EmptyFrameProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="flex flex-col items-center gap-2 rounded-card border border-line bg-surface px-4 py-12 text-center sm:px-8">
      <span className="rounded-card bg-hover p-2.5 text-muted">{icon}</span>
      <Heading className={`pt-1 font-semibold ${level === 1 ? 'text-xl' : 'text-lg'}`}>{title}</Heading>
      <p className="max-w-prose text-muted wrap-anywhere">{children}</p>
      {action && <div className="pt-3">{action}</div>}
      {note && <p className="max-w-prose pt-3 text-sm text-muted wrap-anywhere">{note}</p>}
    </div>
  );
}
