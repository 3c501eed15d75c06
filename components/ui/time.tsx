import type { Moment } from '@/lib/core/formats';

export function Time({ moment, showAgo = false }: { moment: Moment; showAgo?: boolean }) {
  return (
    <time dateTime={moment.iso} title={moment.ago}>
      {moment.text}
      {showAgo && moment.ago && (
        <>
          {' '}
          <span className="text-muted">· {moment.ago}</span>
        </>
      )}
    </time>
  );
}
