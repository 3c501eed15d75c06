import { buttonClass } from './button';
import { Icon, type IconName } from './icons';

/**
 * Previous, current page, next; nothing where all fits on one page. An unavailable direction stays in place, dimmed: the
 * control under the finger or the focus must not disappear on the last page.
 */
export function Pagination({
  label,
  current,
  previous,
  next,
}: {
  /** The label of the landmark. */
  label: string;
  /** "Page 2 of 7"; absent where nobody counts the pages. */
  current?: string;
  previous: { text: string; href?: string };
  next: { text: string; href?: string };
}) {
  if (!previous.href && !next.href) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Step {...previous} icon="chevron-left" rel="prev" />
      {current && (
        <span aria-current="page" className="text-sm text-muted">
          {current}
        </span>
      )}
      <Step {...next} icon="chevron-right" rel="next" />
    </nav>
  );
}

type StepProps = { text: string; href?: string; icon: IconName; rel: 'prev' | 'next' };

function Step({ text, href, icon, rel }: StepProps) {
  const className = buttonClass({ size: 'small' });
  const content = (
    <>
      {rel === 'prev' && <Icon name={icon} />}
      {text}
      {rel === 'next' && <Icon name={icon} />}
    </>
  );
  return (
    <a
      className={className}
      {...(href ? { href, rel, 'data-soft': 'list' } : { role: 'link', 'aria-disabled': true, tabIndex: -1 })}
    >
      {content}
    </a>
  );
}
