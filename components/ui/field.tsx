import type { ComponentProps, ReactNode } from 'react';

const CONTROL =
  'min-h-11 w-full rounded-control border border-line-strong bg-surface px-2.5 text-lg text-ink sm:min-h-9 sm:text-base';

/** A visible label above its control. For short forms such as filters; the lead form has its own frame. */
export function Labelled({
  id,
  label,
  children,
  className,
  isLabelHidden = false,
}: {
  id: string;
  label: string;
  /** Only for screen readers: something else on screen says it. */
  isLabelHidden?: boolean;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div className={className}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'mb-1 block text-sm text-muted'}>
        {label}
      </label>
      {children}
    </div>
  );
}

/** @param props.hasIcon leaves room for an icon at the start */
export function TextInput({ hasIcon = false, ...props }: ComponentProps<'input'> & { hasIcon?: boolean }) {
  return <input {...props} className={`${CONTROL} ${hasIcon ? 'pl-9' : ''}`} />;
}

export function Select(props: ComponentProps<'select'>) {
  return <select {...props} className={CONTROL} />;
}

export function TextArea(props: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...props}
      className="w-full rounded-control border border-line-strong bg-surface px-2.5 py-1.5 text-lg text-ink sm:text-base"
    />
  );
}
