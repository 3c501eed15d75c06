/** An instant, formatted on the server in the person's time zone. */
export type Moment = {
  /** ISO 8601 in UTC. */
  iso: string;
  /** Absolute, with the time zone. */
  text: string;
  /** Relative to when the page was rendered. */
  ago?: string;
  /** How old it was then, in seconds. */
  age?: number;
};

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
