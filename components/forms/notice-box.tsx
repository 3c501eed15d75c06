'use client';

import { type ReactNode, useEffect, useRef } from 'react';

type Props = {
  /** The heading's id; unique on the page. */
  id: string;
  heading: ReactNode;
  /**
   * The result the notice is about: each new one moves the focus here. Undefined leaves the focus where it
   * is.
   */
  focusFor?: object;
  children: ReactNode;
};

/** The frame of the form's notices. */
export function NoticeBox({ id, heading, focusFor, children }: Props) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (focusFor) box.current?.focus();
  }, [focusFor]);
  return (
    <section
      ref={box}
      tabIndex={focusFor && -1}
      aria-labelledby={id}
      className="mb-6 max-w-160 rounded-control border border-line-strong bg-accent-soft p-4"
    >
      <h2 id={id} className="text-lg font-semibold wrap-anywhere">
        {heading}
      </h2>
      {children}
    </section>
  );
}

/** Answers that the form no longer contains, to copy. */
export function LostAnswers({ answers }: { answers: readonly { label: string; text: string }[] }) {
  return (
    <dl className="mt-1">
      {answers.map(({ label, text }) => (
        <div key={label} className="py-1">
          <dt dir="auto" className="text-sm text-muted">
            {label}
          </dt>
          <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}
