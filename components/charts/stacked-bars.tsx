import { TONE_CLASSES } from '@/components/ui/tone';
import { Fill, Legend, Patterns, type Series } from './pattern';
import { HEIGHT, labelEvery, percent, stack, sum } from './stacks';

export type Bar = {
  /** Below it, short; unique. */
  label: string;
  /** For the pointer: what it stands for. */
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
 * Bars of stacked parts, drawn on the server as wide as there is room. For eyes and pointers only: the table that belongs
 * to it (`ChartTable`) has the same numbers and links.
 */
export function StackedBars({ id, series, bars, format }: Props) {
  const most = Math.max(0, ...bars.map(({ counts }) => sum(counts)));
  return (
    <>
      <Legend chart={id} series={series} />
      <svg aria-hidden="true" width="100%" height={HEIGHT} className="mt-3 overflow-visible text-xs">
        <Patterns chart={id} series={series} />
        <line x1="0" x2="100%" y1="176.5" y2="176.5" className="stroke-line-strong" />
        {bars.map((bar, index) => (
          <BarLink key={bar.label} href={bar.href}>
            <title>{bar.title}</title>
            <rect
              x={percent(index / bars.length)}
              width={percent(1 / bars.length)}
              height="176"
              fill="transparent"
            />
            <Parts
              id={id}
              series={series}
              bar={bar}
              index={index}
              most={most}
              format={format}
              of={bars.length}
            />
          </BarLink>
        ))}
      </svg>
    </>
  );
}

function BarLink({ href, children }: { href?: string; children: React.ReactNode }) {
  return href === undefined ? (
    <g>{children}</g>
  ) : (
    <a href={href} tabIndex={-1}>
      {children}
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
          <title>{`${series[segment.index]?.label} · ${format(bar.counts[segment.index] ?? 0)}`}</title>
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
