import { TONE_CLASSES } from '@/components/ui/tone';
import type { Tone } from '@/lib/core/status-labels';

/**
 * One kind of thing in a chart. On a screen it is solid, and told from its neighbors by lightness and a gap; in print and in
 * forced colors by its pattern.
 */
export type Series = { label: string; tone: Tone };

/**
 * Of tiles of eight by eight: the first is filled; the next are told apart in black and white; the last one is empty, and
 * stands for the rest.
 */
const STROKES = [
  '',
  'M-2 2L2 -2M0 8L8 0M6 10L10 6',
  'M2 2h.01M6 6h.01',
  'M0 4H8',
  'M0 8L8 0M0 0L8 8',
  'M4 0V8',
  undefined,
] as const;

const REST = STROKES.length - 1;

/**
 * How strong a tone is drawn: at a contrast of 3:1 or more to what is behind it, and neighbors in the order of the pipeline
 * differ in lightness.
 */
const STRENGTH: Record<Tone, number> = {
  info: 0.61,
  progress: 0.82,
  warn: 0.63,
  good: 1,
  bad: 0.56,
  neutral: 0.64,
};
/** Each further series of the same tone is lighter. */
const LIGHTER = 0.65;

function strengthOf(series: readonly Series[], index: number): number {
  const tone = series[index]?.tone ?? 'neutral';
  const before = series.slice(0, index).filter((one) => one.tone === tone).length;
  return STRENGTH[tone] * LIGHTER ** before;
}

const patternId = (chart: string, index: number) => `${chart}-${Math.min(index, REST)}`;

/** The fills of a chart's series, to be named by their ids. Those from the seventh on share one, in no color. */
export function Patterns({ chart, series }: { chart: string; series: readonly Series[] }) {
  return (
    <defs>
      {series.slice(0, STROKES.length).map(({ tone }, index) => {
        const strokes = STROKES[index];
        return (
          <pattern
            key={patternId(chart, index)}
            id={patternId(chart, index)}
            width="8"
            height="8"
            patternUnits="userSpaceOnUse"
            className={TONE_CLASSES[tone]}
          >
            <rect
              width="8"
              height="8"
              className={
                strokes === '' ? 'fill-tone' : strokes === undefined ? 'fill-surface' : 'fill-tone-soft'
              }
            />
            {strokes && (
              <path
                d={strokes}
                className="stroke-tone"
                strokeWidth={index === 2 ? 3 : 1.5}
                strokeLinecap="round"
              />
            )}
          </pattern>
        );
      })}
    </defs>
  );
}

/** Which pattern is which. */
export function Legend({ chart, series }: { chart: string; series: readonly Series[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {series.map(({ label, tone }, index) => (
        <li
          key={patternId(chart, index)}
          className={`flex min-w-0 items-center gap-1.5 ${TONE_CLASSES[tone]}`}
        >
          <svg aria-hidden="true" width="16" height="16" className="shrink-0">
            <Fill chart={chart} series={series} index={index} x="0.5" width="15" y={0.5} height={15} />
          </svg>
          <bdi className="min-w-0">{label}</bdi>
        </li>
      ))}
    </ul>
  );
}

type FillProps = {
  chart: string;
  series: readonly Series[];
  index: number;
  x: string;
  width: string;
  y: number;
  height: number;
};

/** A part of a chart in the fill of its series; inside the tone of the series. */
export function Fill({ chart, series, index, ...place }: FillProps) {
  return (
    <>
      <rect
        {...place}
        rx="1.5"
        fillOpacity={strengthOf(series, index)}
        className="fill-tone stroke-surface print:hidden forced-colors:hidden"
      />
      <rect
        {...place}
        fill={`url(#${patternId(chart, index)})`}
        className="hidden stroke-tone print:block forced-colors:block"
      />
    </>
  );
}
