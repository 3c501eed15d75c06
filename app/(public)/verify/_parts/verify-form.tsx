'use client';

import { useActionState, useEffect, useRef } from 'react';
import { useFormStatus } from 'react-dom';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { Description, DescriptionList } from '@/components/ui/description-list';
import { FileInput, TextArea } from '@/components/ui/field';
import { guarded } from '@/components/ui/guarded-action';
import { useFocusFor } from '@/components/ui/use-focus-for';
import { hasFileOver } from '@/lib/core/posted-file';
import type { VerifyView } from './verify-view';

type Texts = Record<
  'code' | 'codeHint' | 'answers' | 'answersHint' | 'check' | 'checking' | 'failed' | 'tooBig',
  string
>;

type Props = {
  action: (before: VerifyView | undefined, data: FormData) => Promise<VerifyView | undefined>;
  texts: Texts;
  /** Of an answers file; checked before it is sent. */
  maxBytes: number;
};

/**
 * Verifies a pasted code. Works without scripts; with them, also the code after the "#" of the address, which no
 * browser sends to a server. It is then taken out of the address, so that it is in no history.
 */
export function VerifyForm({ action, texts, maxBytes }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLTextAreaElement>(null);
  const [view, dispatch] = useActionState<VerifyView | undefined, FormData>(
    guarded(
      action,
      (_, __, data) => toView(texts.failed, data),
      (_, data) =>
        hasFileOver(data, { name: 'answers', maxBytes }) ? toView(texts.tooBig, data) : undefined,
    ),
    undefined,
  );
  useEffect(() => {
    const take = () => {
      const code = location.hash.slice(1);
      if (code === '' || !input.current) return;
      input.current.value = code;
      history.replaceState(history.state, '', location.pathname);
      form.current?.requestSubmit();
    };
    take();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return (
    <div className="space-y-6">
      {view && <Result view={view} />}
      <form ref={form} action={dispatch} className="space-y-4 print:hidden">
        <div>
          <label htmlFor="verify-code" className="block font-semibold">
            {texts.code}
          </label>
          <p id="verify-code-hint" className="pb-1 text-sm text-muted">
            {texts.codeHint}
          </p>
          <TextArea
            key={view?.code}
            ref={input}
            id="verify-code"
            name="code"
            rows={6}
            // Not `required`: the browser would answer in its own words.
            aria-required
            dir="ltr"
            spellCheck={false}
            autoComplete="off"
            defaultValue={view?.code}
            aria-describedby="verify-code-hint"
          />
        </div>
        <div>
          <label htmlFor="verify-answers" className="block font-semibold">
            {texts.answers}
          </label>
          <p id="verify-answers-hint" className="pb-1 text-sm text-muted">
            {texts.answersHint}
          </p>
          <FileInput
            id="verify-answers"
            name="answers"
            accept=".json,application/json"
            aria-describedby="verify-answers-hint"
          />
        </div>
        <Send texts={texts} />
      </form>
    </div>
  );
}

const toView = (title: string, data: FormData): VerifyView => ({
  tone: 'warn',
  title,
  text: '',
  facts: [],
  code: String(data.get('code') ?? ''),
});

function Send({ texts }: { texts: Texts }) {
  const { pending } = useFormStatus();
  return (
    <Button type="submit" variant="primary" isBusy={pending}>
      {pending ? texts.checking : texts.check}
    </Button>
  );
}

/** Takes the focus: it is what the form was sent for. */
function Result({ view }: { view: VerifyView }) {
  const place = useFocusFor(view);
  return (
    <div ref={place} tabIndex={-1} role="status" className="space-y-3 outline-none">
      <Banner tone={view.tone} title={view.title}>
        {view.text && <p>{view.text}</p>}
      </Banner>
      {view.file && <Banner tone={view.file.tone} title={view.file.text} />}
      {view.facts.length > 0 && (
        <DescriptionList>
          {view.facts.map(({ term, lines: [fact, ...details] }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the facts of one result never change their order
            <Description key={index} term={term}>
              <span className="wrap-anywhere">{fact}</span>
              {details.map((detail) => (
                <span key={detail} className="block text-sm wrap-anywhere text-muted">
                  {detail}
                </span>
              ))}
            </Description>
          ))}
        </DescriptionList>
      )}
    </div>
  );
}
