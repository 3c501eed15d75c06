import type { ReactNode } from 'react';
import { buttonClass } from './button';
import { Icon, type IconName } from './icons';
import { MENU_LINE, Popover } from './popover';

/** "⋯" beside the first actions of a page, with the others. Links and forms in it work without a script. */
export function Menu({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <Popover
      id={id}
      button={
        <>
          <Icon name="ellipsis" />
          <span className="sr-only">{label}</span>
        </>
      }
      className={buttonClass({ className: 'min-w-11 sm:min-w-9 sm:px-2' })}
    >
      {children}
    </Popover>
  );
}

/** A line of a menu that opens a page. */
export function MenuLink({ href, icon, children }: { href: string; icon: IconName; children: ReactNode }) {
  return (
    <a href={href} data-soft="page" className={MENU_LINE}>
      <Icon name={icon} />
      {children}
    </a>
  );
}
