'use client';

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { CardTable } from '@/components/admin/card-table';
import { WriteFields } from '@/components/shell/action-form';
import { Badge } from '@/components/ui/badge';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { FileInput } from '@/components/ui/field';
import { LinkButton } from '@/components/ui/link-button';
import { Problem } from '@/components/ui/problem';
import { hasFileOver } from '@/lib/core/posted-file';
import type { ImportResponse } from '../import-response';

export type ImportTexts = Record<
  | 'file'
  | 'noFile'
  | 'check'
  | 'apply'
  | 'busy'
  | 'failed'
  | 'tooBig'
  | 'caption'
  | 'line'
  | 'email'
  | 'outcome',
  string
> & {
  /** Where and why to sign in again before importing; absent after a recent sign-in. */
  signInAgain?: { href: string; label: string; help: string };
};

const ADDRESS = '/admin/people/import';

/**
 * Uploads a file to be checked or imported, and shows the result line by line. Without scripts the same form
 * is answered with a plain page.
 */
export function PeopleImport({ texts, maxBytes }: { texts: ImportTexts; maxBytes: number }) {
  const [response, setResponse] = useState<ImportResponse>();
  const [isPending, setPending] = useState(false);
  const [isMissing, setMissing] = useState(false);
  // A ref, because a double click is faster than a render.
  const isBusy = useRef(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (response) place.current?.focus();
  }, [response]);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy.current) return;
    const { nativeEvent, currentTarget } = event;
    const field = currentTarget.elements.namedItem('file');
    const isEmpty = field instanceof HTMLInputElement && field.files?.length === 0;
    setMissing(isEmpty);
    if (isEmpty) return field.focus();
    isBusy.current = true;
    setPending(true);
    const submitter = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
    const data = new FormData(currentTarget, submitter);
    const isTooBig = hasFileOver(data, { name: 'file', maxBytes });
    const answer = isTooBig ? refusal(texts.tooBig) : await post(data, texts.failed);
    isBusy.current = false;
    setPending(false);
    if ('goesOnAt' in answer) location.assign(answer.goesOnAt);
    else setResponse(answer);
  }

  return (
    <>
      <form
        action={ADDRESS}
        method="post"
        encType="multipart/form-data"
        onSubmit={send}
        noValidate
        className="max-w-xl space-y-3"
      >
        <WriteFields className="space-y-3">
          <div>
            <label htmlFor="people-file" className="mb-1 block text-sm text-muted">
              {texts.file}
            </label>
            <Problem id="people-file-problem" text={isMissing ? texts.noFile : undefined} />
            <FileInput
              id="people-file"
              name="file"
              accept=".csv,text/csv"
              aria-required
              {...(isMissing && { 'aria-invalid': true, 'aria-describedby': 'people-file-problem' })}
            />
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <Button type="submit" name="mode" value="check" variant="primary" aria-disabled={isPending}>
              {isPending ? texts.busy : texts.check}
            </Button>
            {texts.signInAgain ? (
              <LinkButton href={texts.signInAgain.href} className="max-w-full whitespace-normal!">
                {texts.signInAgain.label}
              </LinkButton>
            ) : (
              <Button type="submit" name="mode" value="import" aria-disabled={isPending}>
                {texts.apply}
              </Button>
            )}
          </div>
          {texts.signInAgain && <p className="text-sm text-muted">{texts.signInAgain.help}</p>}
        </WriteFields>
      </form>
      {response && (
        <div ref={place} tabIndex={-1} className="pt-4 outline-none">
          <ImportResult response={response} texts={texts} />
        </div>
      )}
    </>
  );
}

/** Where the progress of the import is shown. */
type GoesOn = { goesOnAt: string };

/** The server's message if there is one; after a broken connection the outcome is unknown. */
async function post(body: FormData, failed: string): Promise<ImportResponse | GoesOn> {
  try {
    const response = await fetch(ADDRESS, {
      method: 'POST',
      body,
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(120_000),
    });
    const parsed: unknown = await response.json();
    if (isResponse(parsed) || goesOn(parsed)) return parsed;
  } catch {
    // Reported below.
  }
  return refusal(failed);
}

const refusal = (title: string): ImportResponse => ({ tone: 'bad', title, lines: [], more: '' });

function isResponse(response: unknown): response is ImportResponse {
  return typeof response === 'object' && response !== null && 'title' in response && 'lines' in response;
}

function goesOn(response: unknown): response is GoesOn {
  return typeof response === 'object' && response !== null && 'goesOnAt' in response;
}

const TONES = { added: 'good', changed: 'info', same: 'neutral', wrong: 'bad' } as const;

type LineTexts = Pick<ImportTexts, 'caption' | 'line' | 'email' | 'outcome'>;

/** What an import did or would do, with each line of its file. */
export function ImportResult({ response, texts }: { response: ImportResponse; texts: LineTexts }) {
  return (
    <div className="space-y-3">
      <Banner tone={response.tone} title={response.title} />
      <ImportLines response={response} texts={texts} />
    </div>
  );
}

function ImportLines({ response: { lines, more }, texts }: { response: ImportResponse; texts: LineTexts }) {
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
              <span className="as-table:hidden">{texts.line} </span>
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
