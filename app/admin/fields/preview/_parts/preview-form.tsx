'use client';

import { useActionState } from 'react';
import { useFormStatus } from 'react-dom';
import { WriteFields } from '@/components/shell/action-form';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { FileInput, TextArea } from '@/components/ui/field';
import { guarded } from '@/components/ui/guarded-action';
import { useFocusFor } from '@/components/ui/use-focus-for';
import { hasFileOver } from '@/lib/core/posted-file';
import type { PreviewView } from './preview-view';

type Texts = Record<
  'answer' | 'answerHint' | 'file' | 'fileHint' | 'try' | 'tryCurrent' | 'trying' | 'failed' | 'tooLarge',
  string
>;

type Props = {
  action: (before: PreviewView | undefined, data: FormData) => Promise<PreviewView | undefined>;
  texts: Texts;
  /** Checked before anything is sent, in bytes and characters. */
  limits: { file: number; text: number };
};

/** Takes an answer of the schema endpoint, and shows what it would mean. Works without scripts. */
export function PreviewForm({ action, texts, limits }: Props) {
  const [view, dispatch] = useActionState<PreviewView | undefined, FormData>(
    guarded(
      action,
      (_, __, data) => ({ tone: 'warn', title: texts.failed, parts: [], typed: typedIn(data) }),
      (_, data) => {
        const title = faultOf(data, { texts, limits });
        return title === undefined ? undefined : { tone: 'bad', title, parts: [], typed: typedIn(data) };
      },
    ),
    undefined,
  );
  return (
    <div className="space-y-6">
      {view && <Result view={view} />}
      <form action={dispatch} className="max-w-form space-y-4">
        <WriteFields className="space-y-4">
          <div>
            <label htmlFor="preview-answer" className="block font-semibold">
              {texts.answer}
            </label>
            <p id="preview-answer-hint" className="pb-1 text-sm text-muted">
              {texts.answerHint}
            </p>
            <TextArea
              key={view?.typed}
              id="preview-answer"
              name="answer"
              rows={8}
              dir="ltr"
              spellCheck={false}
              autoComplete="off"
              defaultValue={view?.typed}
              aria-describedby="preview-answer-hint"
            />
          </div>
          <div>
            <label htmlFor="preview-file" className="block font-semibold">
              {texts.file}
            </label>
            <p id="preview-file-hint" className="pb-1 text-sm text-muted">
              {texts.fileHint}
            </p>
            <FileInput
              id="preview-file"
              name="file"
              accept=".json,application/json"
              aria-describedby="preview-file-hint"
            />
          </div>
          <Buttons texts={texts} />
        </WriteFields>
      </form>
    </div>
  );
}

const typedIn = (data: FormData) => String(data.get('answer') ?? '');

/** What is over its limit. The form in use is loaded whatever text is in the field; a file is posted with it. */
function faultOf(data: FormData, { texts, limits }: Pick<Props, 'texts' | 'limits'>): string | undefined {
  if (hasFileOver(data, { name: 'file', maxBytes: limits.file })) return texts.tooLarge;
  const file = data.get('file');
  const isText = data.get('from') !== 'portal' && !(file instanceof File && file.size > 0);
  return isText && typedIn(data).replaceAll('\r\n', '\n').length > limits.text ? texts.tooLarge : undefined;
}

function Buttons({ texts }: { texts: Texts }) {
  const { pending, data } = useFormStatus();
  const isCurrent = data?.get('from') === 'portal';
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" name="from" value="answer" variant="primary" isBusy={pending && !isCurrent}>
        {pending && !isCurrent ? texts.trying : texts.try}
      </Button>
      <Button type="submit" name="from" value="portal" isBusy={pending && isCurrent}>
        {pending && isCurrent ? texts.trying : texts.tryCurrent}
      </Button>
    </div>
  );
}

/** Takes the focus: it is what the form was sent for. */
function Result({ view }: { view: PreviewView }) {
  const place = useFocusFor(view);
  return (
    <div ref={place} tabIndex={-1} role="status" className="space-y-5 outline-none">
      <Banner tone={view.tone} title={view.title}>
        {view.text && <p>{view.text}</p>}
      </Banner>
      {view.parts.length > 0 && (
        <div className="gap-4 *:mb-4 *:break-inside-avoid lg:columns-2">
          {view.parts.map(({ title, lines }, index) => (
            <Card key={title} id={`preview-${index}`} title={title}>
              <ul className="space-y-1 text-sm wrap-anywhere">
                {lines.map((line) => (
                  <li key={line} dir="auto">
                    {line}
                  </li>
                ))}
              </ul>
            </Card>
          ))}
        </div>
      )}
    </div>
  );
}
