import { CardTable } from '@/components/admin/card-table';
import { Badge } from '@/components/ui/badge';
import type { ImportAnswer } from './people-view';

const TONES = { added: 'good', changed: 'info', same: 'neutral', wrong: 'bad' } as const;

/** Each line of a file with what became of it, or would. */
export function PeopleImportLines({
  answer: { lines, more },
  texts,
}: {
  answer: ImportAnswer;
  texts: Record<'caption' | 'line' | 'email' | 'outcome', string>;
}) {
  if (lines.length === 0) return null;
  return (
    <>
      <CardTable
        caption={texts.caption}
        columns={[texts.line, texts.email, texts.outcome]}
        rows={lines.map(({ line, email, outcome, label, problems }) => ({
          key: String(line),
          cells: [
            <span key="line">
              <span className="lg:hidden">{texts.line} </span>
              {line}
            </span>,
            <bdi key="email" className="wrap-anywhere">
              {email}
            </bdi>,
            <span key="outcome">
              <Badge tone={TONES[outcome]} label={label} />
              {problems.map((problem) => (
                <span key={problem} className="block pt-1">
                  {problem}
                </span>
              ))}
            </span>,
          ],
        }))}
      />
      {more !== '' && <p className="text-sm text-muted">{more}</p>}
    </>
  );
}
