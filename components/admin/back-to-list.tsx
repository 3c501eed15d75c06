import { Icon } from '@/components/ui/icons';

/** The link of a page back to the list it was opened from. */
export function BackToList({ href, text }: { href: string; text: string }) {
  return (
    <p className="-mt-2 pb-2 print:hidden">
      <a
        href={href}
        className="-ml-1 inline-flex min-h-8 items-center gap-1 text-sm text-accent hover:underline"
      >
        <Icon name="chevron-left" className="size-3.5" />
        {text}
      </a>
    </p>
  );
}
