import type { ReactNode } from 'react';
import { TONE_CLASSES } from '@/components/ui/tone';
import { Fill, Patterns, type Series } from './pattern';
import { percent } from './stacks';

export type Level = Series & {
  /** Unique. */
  key: string;
  /** Beside its label: what the bar stands for. */
  text: ReactNode;
  amount: number;
  href?: string;
};

/** More would make it much higher than a chart beside it. */
const MAX_ROWS = 6;

/** Bars side by side, each with its name and its amount written out: it is read without seeing the bar. */
export function LevelBars({ id, levels }: { id: string; levels: readonly Level[] }) {
  const most = Math.max(0, ...levels.map(({ amount }) => amount));
  return (
    <>
      <svg aria-hidden="true" width="0" height="0" className="absolute">
        <Patterns chart={id} series={levels} />
      </svg>
      <ul className={`grid gap-x-6 gap-y-2.5 ${levels.length > MAX_ROWS ? 'xl:grid-cols-2' : ''}`}>
        {levels.map(({ key, label, tone, text, amount, href }, index) => (
          <li key={key} className={TONE_CLASSES[tone]}>
            <span className="flex flex-wrap justify-between gap-x-4 text-sm">
              <bdi className="min-w-0">
                {href ? (
                  <a href={href} className="hover:underline">
                    {label}
                  </a>
                ) : (
                  label
                )}
              </bdi>
              <span className="font-semibold">{text}</span>
            </span>
            <svg aria-hidden="true" width="100%" height="18" className="block">
              <line x1="0.5" x2="0.5" y1="0" y2="18" className="stroke-line-strong" />
              {amount > 0 && most > 0 && (
                <Fill
                  chart={id}
                  series={levels}
                  index={index}
                  x="1"
                  width={percent((amount / most) * 0.99)}
                  y={2}
                  height={14}
                />
              )}
            </svg>
          </li>
        ))}
      </ul>
    </>
  );
}
