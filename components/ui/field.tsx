import type { ComponentProps, ReactNode } from 'react';

/** The surface of every control. Height, padding and the size of the text are added where it is used. */
export const CONTROL =
  'w-full rounded-control border border-line-strong bg-surface text-ink disabled:cursor-default disabled:opacity-60 aria-invalid:border-danger';

const ONE_LINE = `${CONTROL} min-h-11 px-2.5 text-lg text-ellipsis sm:min-h-9 sm:text-base`;

/** A checkbox or radio button. Drawn by us: in dark pages browsers fill empty ones, as if they were disabled. */
export const TICK = 'tick size-5 shrink-0';
/** The same inside a bordered line that itself shows the choice and the focus. */
export const TICK_IN_LINE = `${TICK} outline-none`;

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
  return <input {...props} className={`${ONE_LINE} ${hasIcon ? 'pl-9' : ''}`} />;
}

export function Select(props: ComponentProps<'select'>) {
  return <select {...props} className={ONE_LINE} />;
}

export function TextArea(props: ComponentProps<'textarea'>) {
  return <textarea {...props} className={`${CONTROL} px-2.5 py-1.5 text-lg sm:text-base`} />;
}

/** The browser's own control, since it also takes a dropped file, with its button drawn like ours. */
export function FileInput({ className = 'max-w-xl px-2.5 py-2', ...props }: ComponentProps<'input'>) {
  return (
    <input
      {...props}
      type="file"
      className={`${CONTROL} ${className} text-sm file:mr-3 file:min-h-8 file:cursor-pointer file:rounded-control file:border file:border-line-button file:bg-surface file:px-3 file:font-semibold file:text-ink hover:file:bg-hover`}
    />
  );
}
