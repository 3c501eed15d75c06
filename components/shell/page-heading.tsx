import type { ReactNode } from 'react';

/** The only `h1` of a page, with its actions next to it. */
export function PageHeading({
  title,
  detail,
  intro,
  isTight = false,
  children,
}: {
  title: string;
  /** Below the title, smaller. */
  detail?: string;
  /** What the page is for. */
  intro?: string;
  /** What the page is about begins high up. */
  isTight?: boolean;
  children?: ReactNode;
}) {
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 ${isTight ? '-mt-2 mb-2 sm:-mt-4' : 'mb-4 sm:mb-6'}`}
    >
      <div className="min-w-0">
        {/* Text of either direction begins where the page does. */}
        <h1 className="text-xl font-semibold wrap-anywhere sm:text-2xl">
          <bdi>{title}</bdi>
        </h1>
        {detail && (
          <p className="text-lg text-muted wrap-anywhere">
            <bdi>{detail}</bdi>
          </p>
        )}
      </div>
      {children}
      {intro && (
        <div className="w-full text-sm text-muted">
          <p className="max-w-prose">{intro}</p>
        </div>
      )}
    </div>
  );
}
