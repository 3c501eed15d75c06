import { isolate } from '@/lib/core/isolate';
import type en from '../../messages/en.json';

/** The keys of the catalogue's "Form" part. */
export type FormTextKey = keyof (typeof en)['Form'];

/**
 * Says a text of the catalogue's "Form" part: what next-intl's `getTranslations('Form')` or
 * `createTranslator({ namespace: 'Form' })` returns. Called on the server only; a browser gets ready strings.
 */
export type Say = (key: FormTextKey, values?: Record<string, string | number>) => string;

/** The ready strings of the form around its fields. Their `{name}` places are filled in by the browser. */
export type FormTexts = {
  required: string;
  problem: string;
  errorTitle: string;
  selectOne: string;
  noAnswer: string;
  yes: string;
  no: string;
  noLongerOffered: string;
  moreDetails: string;
  charactersLeft: string;
  charactersLeftOne: string;
  charactersOver: string;
  charactersOverOne: string;
  submit: string;
  submitting: string;
  shortcut: string;
  failed: string;
  restored: string;
  restoredExcept: string;
  restoredAsBefore: string;
  startAgain: string;
  droppedHeading: string;
  dropped: string;
  changedHeading: string;
  changedIntro: string;
  lostHeading: string;
  conflictHeading: string;
  conflictOwnHeading: string;
  conflictIntro: string;
  conflictLegend: string;
  conflictMine: string;
  conflictTheirs: string;
  conflictSaved: string;
  alsoChangedHeading: string;
  alsoChangedWas: string;
  nothing: string;
  whichNumber: string;
  readAs: string;
  alreadySubmittedIntro: string;
  openThatLead: string;
  submitAsNew: string;
  searchPlaceholder: string;
  openList: string;
  clear: string;
  removeChoice: string;
  noMatch: string;
  someShown: string;
};

/** The strings a browser needs for a form that creates or edits a lead. Serialisable. */
export function formTexts(say: Say, purpose: 'create' | 'edit'): FormTexts {
  return {
    required: say('required'),
    problem: say('problem'),
    errorTitle: say('errorTitle', { title: '{title}' }),
    selectOne: say('selectOne'),
    noAnswer: say('noAnswer'),
    yes: say('yes'),
    no: say('no'),
    noLongerOffered: say('noLongerOffered', { label: '{label}' }),
    moreDetails: say('moreDetails'),
    charactersLeft: say('charactersLeft', { count: '{count}' }),
    charactersLeftOne: say('charactersLeftOne'),
    charactersOver: say('charactersOver', { count: '{count}' }),
    charactersOverOne: say('charactersOverOne'),
    submit: say(purpose === 'create' ? 'submitLead' : 'saveChanges'),
    submitting: say(purpose === 'create' ? 'submitting' : 'saving'),
    shortcut: say('shortcut'),
    failed: say(purpose === 'create' ? 'submitFailed' : 'saveFailed'),
    restored: say('restored'),
    restoredExcept: say('restoredExcept', { labels: '{labels}' }),
    restoredAsBefore: say('restoredAsBefore', { labels: '{labels}' }),
    startAgain: say('startAgain'),
    droppedHeading: say('droppedHeading'),
    dropped: say('dropped'),
    changedHeading: say('changedHeading'),
    changedIntro: say('changedIntro'),
    lostHeading: say('lostHeading'),
    conflictHeading: say('conflictHeading'),
    conflictOwnHeading: say('conflictOwnHeading'),
    conflictIntro: say('conflictIntro'),
    conflictLegend: say('conflictLegend', { label: '{label}' }),
    conflictMine: say('conflictMine'),
    conflictTheirs: say('conflictTheirs'),
    conflictSaved: say('conflictSaved'),
    alsoChangedHeading: say('alsoChangedHeading'),
    alsoChangedWas: say('alsoChangedWas', { was: '{was}', now: '{now}' }),
    nothing: say('nothing'),
    whichNumber: say('whichNumber', { typed: '{typed}' }),
    readAs: say('readAs', { number: '{number}' }),
    alreadySubmittedIntro: say('alreadySubmittedIntro'),
    openThatLead: say('openThatLead'),
    submitAsNew: say('submitAsNew'),
    searchPlaceholder: say('searchPlaceholder'),
    openList: say('openList', { label: '{label}' }),
    clear: say('clear', { label: '{label}' }),
    removeChoice: say('removeChoice', { choice: '{choice}' }),
    noMatch: say('noMatch'),
    someShown: say('someShown', { shown: '{shown}' }),
  };
}

/** Fills the `{name}` places of a ready string in the browser. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? isolate(String(values[name])) : place,
  );
}
