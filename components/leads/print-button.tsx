'use client';

import type { MouseEvent } from 'react';
import { buttonClass } from '@/components/ui/button';
import { Icon } from '@/components/ui/icons';
import { MENU_LINE } from '@/components/ui/popover';

/** Opens the browser's print dialog. Without scripts it is not shown: the browser's own menu prints. */
export function PrintButton({ text, isInMenu = false }: { text: string; isInMenu?: boolean }) {
  const print = (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
    window.print();
  };
  return (
    <button
      type="button"
      onClick={print}
      className={`${isInMenu ? MENU_LINE : buttonClass()} [@media(scripting:none)]:hidden`}
    >
      <Icon name="printer" />
      <span className={isInMenu ? '' : 'max-sm:sr-only'}>{text}</span>
    </button>
  );
}
