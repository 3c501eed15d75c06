import { TONE_CLASSES } from '@/components/ui/tone';
import { Fill, Legend, Patterns, type Series } from './pattern';
import { HEIGHT, labelEvery, percent, stack, sum } from './stacks';

export type Bar = {
  /** Below it, short; unique. */
  label: string;
  /** What it stands for, with its sum. */
  title: string;
  href?: string;
  /** One for each of the series. */
  counts: readonly number[];
};

type Props = {
  /** Unique in the page. */
  id: string;
  series: readonly Series[];
  bars: readonly Bar[];
  /** The sum of a bar as the number above it. */
  format: (sum: number) => string;
};

/**
 * Bars of stacked parts, drawn on the server as wide as there is room. Pointer or focus on a bar show its figures; the table
 * that belongs to it (`ChartTable`) has them all.
 */
export function StackedBars({ id, series, bars, format }: Props) {
  const most = Math.max(0, ...bars.map(({ counts }) => sum(counts)));
  return (
    <>
      <Legend chart={id} series={series} />
      <div className="relative mt-3">
        <svg
          aria-hidden="true"
          width="100%"
          height={HEIGHT}
          className="pointer-events-none block overflow-visible text-xs"
        >
          <Patterns chart={id} series={series} />
          <line x1="0" x2="100%" y1="176.5" y2="176.5" className="stroke-line-strong" />
          {bars.map((bar, index) => (
            <Parts
              key={bar.label}
              id={id}
              series={series}
              bar={bar}
              index={index}
              most={most}
              format={format}
              of={bars.length}
            />
          ))}
        </svg>
        <ul className="absolute inset-0 flex print:hidden">
          {bars.map((bar, index) => (
            <li key={bar.label} aria-hidden={bar.href === undefined} className="min-w-0 grow basis-0">
              <Figures bar={bar} series={series} format={format} isRight={index >= bars.length / 2} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

type FiguresProps = Pick<Props, 'series' | 'format'> & { bar: Bar; isRight: boolean };

/** The figures of a bar, shown while the pointer or the focus is on it: a link to its leads, if it has any. */
function Figures({ bar: { href, title, counts }, series, format, isRight }: FiguresProps) {
  const figures = (
    <span
      className={`invisible absolute top-0 z-10 w-max max-w-full rounded-control border border-line bg-surface px-3 py-2 text-sm text-ink shadow-raised group-hover:visible group-focus-visible:visible ${isRight ? 'left-0' : 'right-0'}`}
    >
      <bdi className="block font-semibold">{title}</bdi>
      {series.map(({ label }, index) => {
        const count = counts[index] ?? 0;
        return (
          count > 0 && (
            <span key={label} className="flex justify-between gap-4">
              <bdi className="min-w-0">{label}</bdi> <span className="tabular-nums">{format(count)}</span>
            </span>
          )
        );
      })}
    </span>
  );
  return href === undefined ? (
    <div className="group block h-full">{figures}</div>
  ) : (
    <a href={href} aria-label={title} className="group block h-full">
      {figures}
    </a>
  );
}

function Parts({
  id,
  series,
  bar,
  index,
  of,
  most,
  format,
}: Omit<Props, 'bars'> & { bar: Bar; index: number; of: number; most: number }) {
  const { segments, top } = stack(bar.counts, most);
  const middle = percent((index + 0.5) / of);
  const place = { x: percent((index + 0.15) / of), width: percent(0.7 / of) };
  return (
    <>
      {segments.map((segment) => (
        <g key={segment.index} className={TONE_CLASSES[series[segment.index]?.tone ?? 'neutral']}>
          <Fill chart={id} series={series} {...place} {...segment} />
        </g>
      ))}
      {segments.length > 0 && (
        <text x={middle} y={top - 5} textAnchor="middle" className="fill-ink">
          {format(sum(bar.counts))}
        </text>
      )}
      {index % labelEvery(of) === 0 && (
        <text x={middle} y="194" textAnchor="middle" className="fill-muted">
          {bar.label}
        </text>
      )}
    </>
  );
}
