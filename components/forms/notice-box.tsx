'use client';

import { type ReactNode, useEffect, useRef } from 'react';

type Props = {
  /** Names the heading; one of its kind on a page. */
  id: string;
  heading: ReactNode;
  /** The answer that the notice tells of: each new one brings the focus here. Undefined leaves the focus where it is. */
  focusFor?: object;
  children: ReactNode;
};

/** The frame of what a form has to say before it goes on. */
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

/** Answers that the form no longer holds, to copy from. */
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
