'use client';

import { useEffect } from 'react';
import { choiceName } from '@/lib/forms/form-data';
import type { Conflict } from '@/lib/forms/state';
import type { FormTexts } from '@/lib/forms/texts';
import { LostAnswers, NoticeBox } from './notices';
import { openAround, showControl } from './reveal';
import type { ShownForm } from './use-shown-form';

type Notice = NonNullable<ShownForm['notice']>;

/** What happened to the form or the lead while it was being filled in. Takes the focus when it appears. */
export function FormNotice({ notice, texts }: { notice: Notice; texts: FormTexts }) {
  const hasErrors = notice.status === 'conflict' && (notice.errors ?? []).length > 0;
  useEffect(() => {
    if (notice.status === 'conflict') for (const { key } of notice.conflicts) openAround(choiceName(key));
  }, [notice]);

  const isChange = notice.status === 'changed';
  return (
    <NoticeBox
      id="notice-heading"
      heading={headingOf(notice, texts)}
      // If there is an error summary, it takes the focus.
      focusFor={hasErrors ? undefined : notice}
    >
      <p className="mt-1">{introOf(notice, texts)}</p>
      {notice.status === 'conflict' && !hasErrors && <FieldsToChoose conflicts={notice.conflicts} />}
      {isChange ? <Changes notice={notice} texts={texts} /> : <AlsoChanged notice={notice} texts={texts} />}
    </NoticeBox>
  );
}

function headingOf(notice: Notice, texts: FormTexts): string {
  if (notice.status === 'changed') return texts.changedHeading;
  return notice.isOwn ? texts.conflictOwnHeading : texts.conflictHeading;
}

function introOf(notice: Notice, texts: FormTexts): string {
  if (notice.status === 'changed') return texts.changedIntro;
  return notice.conflicts.length > 0 ? texts.conflictIntro : texts.conflictFree;
}

function Changes({ notice, texts }: { notice: Extract<Notice, { status: 'changed' }>; texts: FormTexts }) {
  return (
    <>
      {notice.changes.length > 0 && (
        <ul className="mt-2 list-disc pl-5">
          {notice.changes.map((change) => (
            <li key={change} className="wrap-anywhere">
              {change}
            </li>
          ))}
        </ul>
      )}
      {notice.lost.length > 0 && (
        <>
          <h3 className="mt-3 font-semibold">{texts.lostHeading}</h3>
          <LostAnswers answers={notice.lost} />
        </>
      )}
    </>
  );
}

/** Links to what the person has to choose. After a submit without it the error summary has them. */
function FieldsToChoose({ conflicts }: { conflicts: readonly Conflict[] }) {
  if (conflicts.length === 0) return null;
  return (
    <ul className="mt-2 grid gap-1">
      {conflicts.map(({ key, label }) => (
        <li key={key}>
          <a
            href={`#${choiceName(key)}`}
            className="inline-block min-h-6 py-0.5 font-semibold wrap-anywhere text-accent underline"
            onClick={(event) => {
              event.preventDefault();
              showControl(choiceName(key));
            }}
          >
            <bdi>{label}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}

function AlsoChanged({
  notice,
  texts,
}: {
  notice: Extract<Notice, { status: 'conflict' }>;
  texts: FormTexts;
}) {
  if (notice.alsoChanged.length === 0) return null;
  return (
    <>
      <h3 className="mt-3 font-semibold">{texts.alsoChangedHeading}</h3>
      <LostAnswers answers={notice.alsoChanged} />
    </>
  );
}
