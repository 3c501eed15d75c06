import type { ComponentProps, ReactNode } from 'react';

const CONTROL =
  'min-h-10 w-full rounded-control border border-line-strong bg-surface px-2.5 text-base text-ink sm:min-h-9 sm:text-sm';

/** A visible label above its control. For short forms such as filters; the lead form has its own frame. */
export function Labelled({
  id,
  label,
  children,
  className,
}: {
  id: string;
  label: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm text-muted">
        {label}
      </label>
      {children}
    </div>
  );
}

export function TextInput(props: ComponentProps<'input'>) {
  return <input {...props} className={CONTROL} />;
}

export function Select(props: ComponentProps<'select'>) {
  return <select {...props} className={CONTROL} />;
}

export function TextArea(props: ComponentProps<'textarea'>) {
  return (
    <textarea
      {...props}
      className="w-full rounded-control border border-line-strong bg-surface px-2.5 py-1.5 text-base text-ink sm:text-sm"
    />
  );
}
