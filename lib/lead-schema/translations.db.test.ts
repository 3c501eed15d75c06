import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toStatusWord } from '@/lib/core/status-labels';
import type { Database } from '@/lib/db/handle';
import { auditLog, deskSettings, fieldSettings, statusSettings } from '@/lib/db/schema/admin';
import { schemaState, schemaVersions } from '@/lib/db/schema/connection';
import type { FieldTexts } from '@/lib/forms/field-overrides';
import type { Locale } from '@/lib/i18n/locales';
import { freshDatabase } from '@/tests/support/database';
import { makeField, makeSchema } from '@/tests/support/form-fixtures';
import { changeTextLanguage } from './change-text-language';
import {
  getFieldOverrides,
  getStoredFieldOverrides,
  moveField,
  resetField,
  setFieldDisplay,
} from './field-settings';
import { setFieldTexts } from './field-translations';
import { getLabels } from './labels';
import {
  getStatusOverrides,
  listStatuses,
  type StatusChange,
  saveStatuses,
  textVersion,
} from './status-settings';
import { getTextLanguage } from './text-language';

let open: Database;
beforeAll(async () => {
  open = await freshDatabase();
  const schema = makeSchema(['a', 'b', 'c'].map((id) => makeField({ id, label: id.toUpperCase() })));
  const { version } = schema;
  await open.db.insert(schemaVersions).values({ version, schema, firstSeenAt: at });
  await open.db.insert(schemaState).values({ id: 'current', version, checkedAt: at });
});
afterAll(() => open.close());

beforeEach(async () => {
  await open.db.delete(fieldSettings);
  await open.db.delete(statusSettings);
  await open.db.delete(deskSettings);
});

const by = { personId: 'person-robin', email: 'robin@vendor.example' };
const at = new Date('2026-05-04T10:00:00Z');

const display = (fieldId: string, texts: FieldTexts) =>
  setFieldDisplay(open.db, { fieldId, display: { ...texts, hidden: false }, by, at });
const translate = (fieldId: string, language: Locale, texts: FieldTexts) =>
  setFieldTexts(open.db, { fieldId, language, texts, by, at });
const shownTo = async (locale: string, fieldId: string) => {
  const { label, help, group } = (await getFieldOverrides(open.db, locale)).get(fieldId) ?? {};
  return { label, help, group };
};
const save = (...changes: StatusChange[]) => saveStatuses(open.db, { changes, by, at });
const nameStatus = (status: string, language: Locale, text?: string, was?: string) =>
  save({ status, texts: [{ language, part: 'label', text, was: textVersion(was) }] });
const statusFor = async (locale: string, status: string) =>
  toStatusWord(status, await getStatusOverrides(open.db, locale)).label;

const lastEntry = async () => {
  const [entry] = await open.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return entry;
};

describe('an admin’s texts of a field in several languages', () => {
  it('are read in the reader’s language, whatever their region, else in the desk’s own', async () => {
    await display('a', { label: 'Alpha', help: 'First', group: 'Start' });
    await translate('a', 'de', { label: 'Alpha (de)', group: 'Anfang' });
    expect(await shownTo('de-AT', 'a')).toEqual({ label: 'Alpha (de)', help: 'First', group: 'Anfang' });
    expect(await shownTo('ja', 'a')).toEqual({ label: 'Alpha', help: 'First', group: 'Start' });
    expect(await shownTo('en-GB', 'a')).toEqual({ label: 'Alpha', help: 'First', group: 'Start' });
  });

  it('exist without one in the desk’s own: then others see the portal’s', async () => {
    await translate('a', 'ja', { label: 'アルファ' });
    expect((await shownTo('ja', 'a')).label).toBe('アルファ');
    expect((await shownTo('en', 'a')).label).toBeUndefined();
  });

  it('are kept when the others change, and are recorded with their language', async () => {
    await translate('a', 'de', { label: 'Eins', help: 'Hilfe' });
    await translate('a', 'fr', { label: 'Un' });
    await display('a', { label: 'One' });
    await moveField(open.db, { fieldId: 'a', place: 3, by, at });
    expect(await translate('a', 'de', { label: 'Zwei' })).toEqual({ label: 'Eins', help: 'Hilfe' });
    expect(await shownTo('de', 'a')).toMatchObject({ label: 'Zwei', help: undefined });
    expect((await shownTo('fr', 'a')).label).toBe('Un');
    expect(await lastEntry()).toMatchObject({
      event: 'field.changed',
      subject: 'a',
      email: by.email,
      detail: { language: 'Deutsch', labelWas: 'Eins', label: 'Zwei', helpWas: 'Hilfe', help: null },
    });
  });

  it('of two languages may be written at once', async () => {
    const languages = ['de', 'fr', 'es', 'pt', 'ja'] as const;
    await Promise.all(languages.map((language) => translate('a', language, { label: `A ${language}` })));
    for (const language of languages) expect((await shownTo(language, 'a')).label).toBe(`A ${language}`);
  });

  it('leave no trace once they are empty, and no audit entry if nothing changed', async () => {
    await translate('a', 'de', { label: 'Eins' });
    await translate('a', 'de', {});
    expect(await open.db.$count(fieldSettings)).toBe(0);
    const written = await open.db.$count(auditLog);
    await translate('a', 'de', {});
    expect(await open.db.$count(auditLog)).toBe(written);
  });

  it('are all removed when the field is reset', async () => {
    await translate('a', 'de', { label: 'Eins' });
    expect(await resetField(open.db, { fieldId: 'a', by, at })).toBe(true);
    expect(await open.db.$count(fieldSettings)).toBe(0);
  });

  it('work for a field with any id', async () => {
    for (const fieldId of ['__proto__', 'constructor', 'a.b[0]', 'f/ü?&=']) {
      await translate(fieldId, 'de', { label: `von ${fieldId}` });
      expect((await shownTo('de', fieldId)).label).toBe(`von ${fieldId}`);
    }
  });

  it('name the field in later timeline entries, in each language', async () => {
    await display('b', { label: 'Bravo' });
    await translate('b', 'de', { label: 'Bravo (de)', help: 'Hilfe' });
    await translate('c', 'ja', { help: '三番目' });
    const labelOf = await getLabels(open.db);
    expect(['a', 'b', 'c', 'unknown'].map(labelOf)).toMatchObject([
      { label: 'A' },
      { label: 'Bravo', labels: { de: 'Bravo (de)' } },
      { label: 'C' },
      { label: 'unknown' },
    ]);
  });
});

describe('a heading in several languages', () => {
  const headings = async () =>
    Promise.all(['a', 'b', 'c'].map(async (id) => (await shownTo('de', id)).group));

  it('is that of all its fields', async () => {
    for (const id of ['a', 'b']) await display(id, { group: 'Company' });
    await display('c', { group: 'Deal' });
    await translate('a', 'de', { label: 'Eins', group: 'Firma' });
    expect(await headings()).toEqual(['Firma', 'Firma', 'Deal']);
    await translate('b', 'de', { group: 'Unternehmen' });
    expect(await headings()).toEqual(['Unternehmen', 'Unternehmen', 'Deal']);
    expect((await shownTo('de', 'a')).label).toBe('Eins');
  });

  it('is taken over by a field that comes under it, and dropped by one that leaves', async () => {
    for (const id of ['a', 'b']) await display(id, { group: 'Company' });
    await translate('a', 'de', { group: 'Firma' });
    await translate('c', 'de', { label: 'Drei' });
    await display('c', { group: 'Company' });
    expect(await headings()).toEqual(['Firma', 'Firma', 'Firma']);
    await display('c', { group: 'Deal' });
    await display('b', {});
    expect(await headings()).toEqual(['Firma', undefined, 'Deal']);
    expect((await shownTo('de', 'c')).label).toBe('Drei');
    expect((await getStoredFieldOverrides(open.db)).has('b')).toBe(false);
  });

  it('is not given to a field without one', async () => {
    await translate('a', 'de', { label: 'Eins', group: 'Firma' });
    await display('b', { group: 'Company' });
    expect(await headings()).toEqual([undefined, 'Company', undefined]);
  });
});

describe('the texts of a status in several languages', () => {
  it('are read in the reader’s language, else in the desk’s own, else as is usual in theirs', async () => {
    await nameStatus('in_review', 'de', 'Beim Team');
    expect(await statusFor('de-CH', 'in_review')).toBe('Beim Team');
    expect(await statusFor('ja', 'in_review')).toBe('審査中');
    expect(await statusFor('en', 'in_review')).toBe('In review');
    await nameStatus('in_review', 'en', 'With us');
    expect(await statusFor('ja', 'in_review')).toBe('With us');
    expect(await statusFor('de', 'in_review')).toBe('Beim Team');
  });

  it('say what it means, each on its own', async () => {
    await save({
      status: 'Pending',
      texts: [{ language: 'en', part: 'meaning', text: 'Anna looks at it.' }],
    });
    const german = (await getStatusOverrides(open.db, 'de')).get('Pending');
    expect(german).toMatchObject({ meaning: 'Anna looks at it.', actor: 'Der Vertrieb' });
    expect((await getStatusOverrides(open.db, 'de')).get('stage 4')).toEqual({});
  });

  it('of two admins are both kept, and of the same text the last, who is told what it replaced', async () => {
    expect(await nameStatus('won', 'de', 'Gewonnen!')).toEqual([]);
    expect(await nameStatus('won', 'fr', 'Signé')).toEqual([]);
    expect(await nameStatus('won', 'de', 'Geschafft')).toEqual(['Gewonnen!']);
    expect(await nameStatus('won', 'de', 'Unterschrieben', 'Geschafft')).toEqual([]);
    expect(await statusFor('de', 'won')).toBe('Unterschrieben');
    expect(await statusFor('fr', 'won')).toBe('Signé');
  });

  it('are recorded by language, and leave no trace once all is empty', async () => {
    await nameStatus('won', 'de', 'Geschafft');
    await save({ status: 'won', texts: [], tone: 'info' });
    expect(await lastEntry()).toMatchObject({
      event: 'status.changed',
      subject: 'won',
      detail: { toneWas: null, tone: 'info' },
    });
    await save({ status: 'won', texts: [], tone: null });
    expect(await statusFor('de', 'won')).toBe('Geschafft');
    await nameStatus('won', 'de', undefined, 'Geschafft');
    expect(await open.db.$count(statusSettings)).toBe(0);
    expect(await lastEntry()).toMatchObject({
      detail: { language: 'Deutsch', labelWas: 'Geschafft', label: null },
    });
    const written = await open.db.$count(auditLog);
    await save({ status: 'won', texts: [], tone: null });
    expect(await open.db.$count(auditLog)).toBe(written);
  });

  it('do not change the order of the statuses, which an admin numbers', async () => {
    for (const [status, label] of [
      ['new', 'Zuerst'],
      ['open', 'Anfangs'],
      ['received', 'Am Ende'],
    ] as const)
      await nameStatus(status, 'de', label);
    const order = async () => (await listStatuses(open.db)).rows.map(({ status }) => status);
    expect(await order()).toEqual(['new', 'open', 'received']);
    await save({ status: 'received', texts: [], place: 1 });
    expect(await order()).toEqual(['received', 'new', 'open']);
    await save({ status: 'received', texts: [], place: 2 });
    expect(await order()).toEqual(['new', 'received', 'open']);
    await save({ status: 'new', texts: [], place: 3 }, { status: 'open', texts: [], place: 1 });
    expect(await order()).toEqual(['open', 'received', 'new']);
    expect(await lastEntry()).toMatchObject({ subject: 'open', detail: { placeWas: 3, place: 1 } });
    expect(await statusFor('de', 'open')).toBe('Anfangs');
  });
});

describe('the default language of the texts', () => {
  const change = (language: 'en' | 'de' | 'fr') => changeTextLanguage(open.db, { language, by, at });

  it('is English until an admin says so, and is recorded', async () => {
    expect(await getTextLanguage(open.db)).toBe('en');
    expect(await change('de')).toBe('en');
    expect(await getTextLanguage(open.db)).toBe('de');
    expect(await lastEntry()).toMatchObject({ event: 'texts.language-changed', subject: 'Deutsch', ...by });
    const written = await open.db.$count(auditLog);
    expect(await change('de')).toBe('de');
    expect(await open.db.$count(auditLog)).toBe(written);
  });

  it('makes texts that were written without one texts in it: others see them until theirs are written', async () => {
    await display('a', { label: 'Größe', help: 'Mitarbeitende' });
    await nameStatus('won', 'en', 'Gewonnen');
    await change('de');
    for (const locale of ['de', 'en', 'fr']) {
      expect(await shownTo(locale, 'a')).toMatchObject({ label: 'Größe', help: 'Mitarbeitende' });
      expect(await statusFor(locale, 'won')).toBe('Gewonnen');
    }
    await translate('a', 'en', { label: 'Size' });
    await nameStatus('won', 'en', 'Won it');
    expect(await shownTo('en-GB', 'a')).toMatchObject({ label: 'Size', help: 'Mitarbeitende' });
    expect(await statusFor('en-GB', 'won')).toBe('Won it');
    expect((await shownTo('fr', 'a')).label).toBe('Größe');
  });

  it('loses no text: who reads the old or the new one reads what they read before', async () => {
    for (const id of ['a', 'b']) await display(id, { label: `Name ${id}`, help: 'Help', group: 'Company' });
    await translate('a', 'de', { label: 'Name (de)', group: 'Firma' });
    await translate('a', 'fr', { label: 'Nom', group: 'Société' });
    await nameStatus('won', 'en', 'Won');
    await nameStatus('won', 'de', 'Gewonnen');
    const read = () =>
      Promise.all(
        ['en', 'de', 'fr'].map(async (locale) => [
          ...(await Promise.all(['a', 'b'].map((id) => shownTo(locale, id)))),
          await statusFor(locale, 'won'),
        ]),
      );
    const [english, german, french] = await read();
    await change('de');
    expect(await read()).toEqual([
      english,
      german,
      [french?.[0], { ...(french?.[1] as object) }, 'Gewonnen'],
    ]);
    const stored = (await getStoredFieldOverrides(open.db)).get('a');
    expect(stored).toMatchObject({ label: 'Name (de)', help: 'Help', group: 'Firma' });
    expect(Object.keys(stored?.translations ?? {}).toSorted()).toEqual(['en', 'fr']);
    await change('en');
    expect(await read()).toEqual([english, german, french]);
  });

  it('takes no translation: its texts are those without a language', async () => {
    await change('de');
    expect(await translate('a', 'de', { label: 'Größe' })).toBeUndefined();
    expect(await open.db.$count(fieldSettings)).toBe(0);
    expect(await translate('a', 'en', { label: 'Size' })).toEqual({});
  });
});
