'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { fieldsLeftOut } from '@/lib/forms/draft-fields';
import type { FormModel } from '@/lib/forms/form-model';
import type { InputValues } from '@/lib/forms/input-values';
import type { LeadFormState, LostAnswer } from '@/lib/forms/state';
import { type FormTexts, fill, quoteLabels } from '@/lib/forms/texts';
import type { OtherDraft } from './draft-sync';

type NoticeBoxProps = {
  /** The heading's id; unique on the page. */
  id: string;
  heading: ReactNode;
  /**
   * The result the notice is about, or its id: each new one moves the focus here. Undefined leaves the focus
   * where it is.
   */
  focusFor?: object | string;
  children: ReactNode;
};

/** The frame of the form's notices. */
export function NoticeBox({ id, heading, focusFor, children }: NoticeBoxProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (focusFor) box.current?.focus();
  }, [focusFor]);
  return (
    <section
      ref={box}
      tabIndex={focusFor ? -1 : undefined}
      aria-labelledby={id}
      className="mb-6 tone-info rounded-control border border-tone-line bg-tone-soft p-4"
    >
      <h2 id={id} className="text-lg font-semibold wrap-anywhere">
        {heading}
      </h2>
      {children}
    </section>
  );
}

/** Nothing without an address. */
function NoticeLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  return (
    href && (
      <a href={href} className="inline-flex min-h-11 items-center text-accent underline wrap-anywhere">
        {children}
      </a>
    )
  );
}

/** Answers that the form no longer contains, to copy. */
export function LostAnswers({ answers }: { answers: readonly { label: string; text: string }[] }) {
  return (
    <dl className="mt-1">
      {answers.map(({ label, text }) => (
        <div key={label} className="py-1">
          <dt dir="auto" className="text-sm text-muted">
            {label}
          </dt>
          <dd dir="auto" className="wrap-anywhere whitespace-pre-line">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type AlreadySubmittedProps = {
  earlier: Extract<LeadFormState, { status: 'already-submitted' }>['earlier'];
  formId: string;
  texts: FormTexts;
};

/**
 * The form was already submitted with other answers: nothing was sent, and the person decides what to do with
 * the new ones. Takes the focus when it appears. Its button belongs to the form, so it works without scripts.
 */
export function AlreadySubmitted({ earlier, formId, texts }: AlreadySubmittedProps) {
  const [before, ...after] = earlier.heading.split('{name}');
  return (
    <NoticeBox
      id={earlier.question}
      focusFor={earlier}
      heading={
        <>
          {before}
          <bdi>{earlier.name}</bdi>
          {after.join('{name}')}
        </>
      }
    >
      <p className="mt-1">{earlier.intro}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" form={formId} name="newSubmissionId" value={earlier.newSubmissionId}>
          {texts.submitAsNew}
        </Button>
        <NoticeLink href={earlier.href}>{texts.openThatLead}</NoticeLink>
      </div>
    </NoticeBox>
  );
}

type AccountSwitchedProps = {
  notice: Extract<LeadFormState, { status: 'account-switch' }>['notice'];
  formId: string;
};

/**
 * The form was rendered for another person than the one signed in now: nothing was sent. Takes the focus when
 * it appears. Its links are plain ones, so that the whole page is rendered for the current person. Without
 * scripts no draft restores the answers, so they can be submitted from here, by a button that names the
 * submitter.
 */
export function AccountSwitched({ notice, formId }: AccountSwitchedProps) {
  const { heading, text, goOn, signIn, submitAs } = notice;
  return (
    <NoticeBox id="someone-else-heading" heading={heading} focusFor={notice}>
      <p className="mt-1 wrap-anywhere">{text}</p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        {submitAs && (
          <noscript>
            <Button type="submit" form={formId} name="renderedFor" value={submitAs.value}>
              {submitAs.text}
            </Button>
          </noscript>
        )}
        <NoticeLink href={goOn.href}>{goOn.text}</NoticeLink>
        <NoticeLink href={signIn?.href}>{signIn?.text}</NoticeLink>
      </div>
    </NoticeBox>
  );
}

type RestoredNoticeProps = {
  model: FormModel;
  /** The controls' values before any input. */
  start: InputValues;
  texts: FormTexts;
  onDiscard: () => void;
};

/** Says that a draft was restored, and which fields were not, and offers to start again. */
export function RestoredNotice({ model, start, texts, onDiscard }: RestoredNoticeProps) {
  const { empty, asBefore } = fieldsLeftOut(model, start);
  const quote = (labels: string[]) => quoteLabels(model.locale, labels, texts.quoted);
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 tone-info rounded-control border border-tone-line bg-tone-soft px-3 py-1">
      <p role="status" className="py-2">
        {texts.restored} {empty.length > 0 && fill(texts.restoredExcept, { labels: quote(empty) })}{' '}
        {asBefore.length > 0 && fill(texts.restoredAsBefore, { labels: quote(asBefore) })}
      </p>
      <Button variant="ghost" onClick={onDiscard} className="[@media(scripting:none)]:hidden">
        {texts.startAgain}
      </Button>
    </div>
  );
}

/** Says that a draft was not restored because the lead changed since, with its contents to copy. */
export function DroppedNotice({ typed, texts }: { typed: readonly LostAnswer[]; texts: FormTexts }) {
  return (
    <NoticeBox id="dropped-heading" heading={texts.droppedHeading}>
      <p role="status" className="mt-1">
        {texts.dropped}
      </p>
      <LostAnswers answers={typed} />
    </NoticeBox>
  );
}

type OtherDraftProps = {
  other: OtherDraft;
  /** Another device saved it just now: takes the focus of nobody, and is announced. */
  isNews: boolean;
  texts: FormTexts;
};

/** Another device's draft of the same: both are kept, and the person decides where to go on. */
export function OtherDraftNotice({ other, isNews, texts }: OtherDraftProps) {
  const [isDone, setDone] = useState(false);
  if (isDone) return null;
  return (
    <NoticeBox id="other-draft-heading" heading={other.text}>
      <p role={isNews ? 'status' : undefined} className="mt-1">
        {other.isSubmitted ? texts.draftSubmitted : isNews ? texts.otherDraftKept : texts.otherDraftThere}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <NoticeLink href={other.href}>
          {other.isSubmitted ? texts.openThatLead : texts.openOtherDraft}
        </NoticeLink>
        <Button onClick={() => setDone(true)} className="[@media(scripting:none)]:hidden">
          {texts.goOnHere}
        </Button>
      </div>
    </NoticeBox>
  );
}
