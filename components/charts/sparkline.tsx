const WIDTH = 56;
const HEIGHT = 18;

/** Few numbers over time as a line. For eyes only: beside it is what they add up to. */
export function Sparkline({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  const points = counts.map((count, index) => {
    const x = 1 + (index / Math.max(1, counts.length - 1)) * (WIDTH - 2);
    return `${x.toFixed(1)},${(HEIGHT - 1 - (count / most) * (HEIGHT - 2)).toFixed(1)}`;
  });
  return (
    <svg aria-hidden="true" width={WIDTH} height={HEIGHT} className="inline-block align-middle text-muted">
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
