'use client';

import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icons';

/** Opens the browser's print dialog. Without scripts it is not shown: the browser's own menu prints. */
export function PrintButton({ text }: { text: string }) {
  return (
    <Button onClick={() => window.print()} className="[@media(scripting:none)]:hidden">
      <Icon name="printer" />
      <span className="max-sm:sr-only">{text}</span>
    </Button>
  );
}
