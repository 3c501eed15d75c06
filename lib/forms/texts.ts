import { isolate } from '@/lib/core/isolate';
import { pluralTexts, toList } from '@/lib/core/language';
import type en from '../../messages/en.json';

/** The keys of the catalogue's "Form" part. */
export type FormTextKey = keyof (typeof en)['Form'];

/**
 * Translates a key of the catalogue's "Form" part: next-intl's `getTranslations('Form')` or
 * `createTranslator({ namespace: 'Form' })`. Called on the server only; a browser gets ready strings.
 */
export type Translate = (key: FormTextKey, values?: Record<string, string | number>) => string;

/** The ready strings of the form around its fields. The browser fills in their `{name}` placeholders. */
export type FormTexts = ReturnType<typeof formTexts>;

const SUBMITS = { create: 'submitLead', correct: 'resubmit', edit: 'saveChanges' } as const;

/** The strings a browser needs for a form that creates, corrects or edits a lead. Serialisable. */
export function formTexts(
  t: Translate,
  { purpose, locale }: { purpose: 'create' | 'correct' | 'edit'; locale: string },
) {
  return {
    required: t('required'),
    problem: t('problem'),
    missing: pluralTexts(locale, (form) => t('missing', { form, count: '{count}' })),
    toCheck: pluralTexts(locale, (form) => t('toCheck', { form, count: '{count}' })),
    errorTitle: t('errorTitle', { title: '{title}' }),
    selectOne: t('selectOne'),
    noAnswer: t('noAnswer'),
    yes: t('yes'),
    no: t('no'),
    noLongerOffered: t('noLongerOffered', { label: '{label}' }),
    moreDetails: t('moreDetails'),
    moreDetailsCount: t('moreDetailsCount', { count: '{count}' }),
    charactersLeft: pluralTexts(locale, (form) => t('charactersLeft', { form, count: '{count}' })),
    charactersOver: pluralTexts(locale, (form) => t('charactersOver', { form, count: '{count}' })),
    submit: t(SUBMITS[purpose]),
    cancel: t('cancel'),
    addAnother: t('addAnother'),
    severalLeads: t('severalLeads'),
    keepLegend: t('keepLegend'),
    keepNamed: t('keepNamed', { label: '{label}' }),
    paste: t('paste'),
    pasteLabel: t('pasteLabel'),
    pasteHint: t('pasteHint'),
    pasteFill: t('pasteFill'),
    pasteNothing: t('pasteNothing'),
    pasteUndo: t('pasteUndo'),
    fromPaste: t('fromPaste'),
    pasteUnavailable: t('pasteUnavailable'),
    pasteDone: t('pasteDone'),
    submitting: t(purpose === 'edit' ? 'saving' : 'submitting'),
    shortcut: t('shortcut'),
    railTitle: t(purpose === 'edit' ? 'railToSave' : 'railToSend'),
    railPerson: t('railPerson'),
    railAnswers: t('railAnswers'),
    railCount: t('railCount', { count: '{count}', total: '{total}' }),
    railMissing: t('railMissing'),
    railComplete: t('railComplete'),
    railChanged: t('railChanged'),
    railUnchanged: t('railUnchanged'),
    consentAsked: t('consentAsked'),
    failed: t(purpose === 'edit' ? 'saveFailed' : 'submitFailed'),
    quoted: t('quoted', { label: '{label}' }),
    restored: t('restored'),
    restoredExcept: t('restoredExcept', { labels: '{labels}' }),
    restoredAsBefore: t('restoredAsBefore', { labels: '{labels}' }),
    startAgain: t('startAgain'),
    noFields: t('noFields'),
    unsent: t('unsent'),
    saveDraft: t('saveDraft'),
    draftNotSaved: t('draftNotSaved'),
    otherDraftKept: t('otherDraftKept'),
    draftSubmitted: t('draftSubmitted'),
    otherDraftThere: t('otherDraftThere'),
    openOtherDraft: t('openOtherDraft'),
    goOnHere: t('goOnHere'),
    droppedHeading: t('droppedHeading'),
    dropped: t('dropped'),
    changedHeading: t('changedHeading'),
    changedIntro: t('changedIntro'),
    lostHeading: t('lostHeading'),
    conflictHeading: t('conflictHeading'),
    conflictOwnHeading: t('conflictOwnHeading'),
    conflictIntro: t('conflictIntro'),
    // In place of it, if there is nothing to choose.
    conflictFree: t('conflictFree'),
    conflictLegend: t('conflictLegend', { label: '{label}' }),
    conflictMine: t('conflictMine'),
    conflictTheirs: t('conflictTheirs'),
    conflictSaved: t('conflictSaved'),
    alsoChangedHeading: t('alsoChangedHeading'),
    railUndecided: t('railUndecided'),
    otherInterpretation: t('otherInterpretation', { number: '{number}' }),
    readAs: t('readAs', { number: '{number}' }),
    openThatLead: t('openThatLead'),
    submitAsNew: t('submitAsNew'),
    searchPlaceholder: t('searchPlaceholder'),
    openList: t('openList', { label: '{label}' }),
    clear: t('clear', { label: '{label}' }),
    removeChoice: t('removeChoice', { choice: '{choice}' }),
    noMatch: t('noMatch'),
    someShown: t('someShown', { shown: '{shown}' }),
  };
}

/** Labels as a list within a sentence, each quoted as a single label is. */
export function quoteLabels(locale: string, labels: readonly string[], quoted: string): string {
  return toList(
    locale,
    labels.map((label) => fill(quoted, { label })),
  );
}

/** Fills the `{name}` placeholders of a ready string in the browser. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? isolate(String(values[name])) : place,
  );
}
