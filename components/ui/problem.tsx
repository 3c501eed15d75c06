import { Icon } from './icons';

/** Why the control below it was refused; nothing without a reason. */
export function Problem({ id, text }: { id: string; text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p id={id} data-problem className="mb-1 flex gap-1.5 text-sm font-semibold text-danger">
      <Icon name="triangle-alert" className="mt-0.5 size-4" />
      <span className="min-w-0 wrap-anywhere">{text}</span>
    </p>
  );
}
