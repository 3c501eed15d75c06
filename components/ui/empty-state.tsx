import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons';

type Props = {
  icon?: IconName;
  title: string;
  /** One sentence: why it is empty, or what happens next. */
  children: ReactNode;
  action?: ReactNode;
  /** Below the action, smaller: what only some readers need. */
  note?: ReactNode;
  /** 1 if it is the whole page. */
  level?: 1 | 2;
};

/** Shown in place of what is not there: why, and what to do next. */
export function EmptyState({ icon = 'inbox', title, children, action, note, level = 2 }: Props) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="flex flex-col items-center gap-2 rounded-card border border-line bg-surface px-4 py-12 text-center sm:px-8">
      <span className="rounded-card bg-hover p-2.5 text-muted">
        <Icon name={icon} className="size-5" />
      </span>
      <Heading className={`pt-1 font-semibold ${level === 1 ? 'text-xl' : 'text-lg'}`}>{title}</Heading>
      <p className="max-w-prose text-muted wrap-anywhere">{children}</p>
      {action && <div className="pt-3">{action}</div>}
      {note && <p className="max-w-prose pt-3 text-sm text-muted wrap-anywhere">{note}</p>}
    </div>
  );
}
