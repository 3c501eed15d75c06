import { createTranslator } from 'next-intl';
import { describe, expect, it } from 'vitest';
import { CHANGES } from '@/lib/audit/details';
import { AUDIT_EVENTS } from '@/lib/audit/write-audit';
import { loadCatalogue } from '@/lib/i18n/catalogue';
import { LOCALES } from '@/lib/i18n/locales';
import german from '@/messages/de.json';
import messages from '@/messages/en.json';
import { toDetails, toTitle } from './entry';

const t = createTranslator({ locale: 'en', messages, namespace: 'Audit' });

describe('an audit log entry', () => {
  it.each(AUDIT_EVENTS)('of %s has a plain title', (event) => {
    const title = toTitle({ event, subject: 'maya@partner.example' }, t);
    expect(title).toMatch(/^[A-Z][^{}]+$/);
    expect(title).not.toContain(event);
    const saysNoMore =
      /^(?:audit|people)\.exported$|^duplicates\.switched|^mails\.|^(?:brand\.changed|receipt-key\.replaced|setup\.checked|signin\.failed)$/;
    expect(title.endsWith(': maya@partner.example')).toBe(!saysNoMore.test(event));
  });

  it.each(LOCALES)('can be filtered by its event: no two have the same label in %s', async (locale) => {
    const { messages: catalogue } = await loadCatalogue(locale);
    const label = createTranslator({ locale, messages: catalogue, namespace: 'Audit' });
    const labels = AUDIT_EVENTS.map((event) => label(`action.${event}`));
    expect(new Set(labels).size).toBe(AUDIT_EVENTS.length);
  });

  it('of an unknown event is shown by the event’s name', () => {
    expect(toTitle({ event: 'moon.landed', subject: 'L1' }, t)).toBe('moon.landed: L1');
  });

  it('does not repeat who did it', () => {
    const email = 'maya@partner.example';
    expect(toTitle({ event: 'signin.done', subject: email, email }, t)).toBe('Signed in');
  });

  it('is one line, for any subject', () => {
    const subject = 'a\u001b[31m\r\n\u202eb';
    expect(toTitle({ event: 'people.added', subject }, t)).toBe('Person added: a [31m b');
    expect(toDetails({ 'ro\nle': 'a\u0007b', none: null, sure: true }, t)).toEqual([
      'ro le: a b',
      'sure: yes',
    ]);
  });
});

describe('the subject of an entry', () => {
  const inGerman = createTranslator({ locale: 'de', messages: german, namespace: 'Audit' });

  it.each([
    ['submission.resent', 'submission sub_1', 'Einreichung erneut gesendet: sub_1'],
    ['lead.rechecked', 'lead 65f0', 'Lead neu geladen: 65f0'],
    ['organization.named', 'organization o 1', 'Organisation benannt: o 1'],
    ['agent.corrected', 'agent a1', 'IDs eines Agenten korrigiert: a1'],
    ['people.imported', '1 lines', 'Personen importiert: 1 Zeile'],
    ['people.imported', '20000 lines', 'Personen importiert: 20.000 Zeilen'],
    ['brand.image-set', 'logo', 'Logo oder Symbol festgelegt: Logo'],
    ['setup.checked', 'setup', 'Systemstatus geprüft'],
    ['desk.checked', 'leads', 'Vollständiger Abgleich gestartet: alle Leads'],
  ])('of %s is in the language of the reader: %s', (event, subject, title) => {
    expect(toTitle({ event, subject }, inGerman)).toBe(title);
  });

  it('is shown verbatim where it is the portal’s or a person’s own text', () => {
    expect(toTitle({ event: 'status.changed', subject: 'lead lost' }, inGerman)).toContain(': lead lost');
    expect(toTitle({ event: 'field.changed', subject: 'agent id' }, inGerman)).toContain(': agent id');
    expect(toTitle({ event: 'people.added', subject: '3 lines' }, inGerman)).toContain(': 3 lines');
    expect(toTitle({ event: 'agent.named', subject: 'constructor' }, inGerman)).toContain(': constructor');
  });
});

describe('the details of an entry', () => {
  const DETAILS = [...Object.keys(messages.Audit.detail), ...Object.values(CHANGES)];

  it('are in the language of the reader, their values too', () => {
    const value = { ...messages.Audit.value, method: { ...messages.Audit.value.method, demo: 'Vorführung' } };
    const translated = { ...messages, Audit: { ...messages.Audit, value } };
    const inGerman = createTranslator({ locale: 'de', messages: translated, namespace: 'Audit' });
    expect(toDetails({ method: 'demo' }, inGerman)).toEqual([expect.stringMatching(/: Vorführung$/)]);
  });

  it.each(DETAILS)('show %s with a label, not with its name in the code', (name) => {
    const [line = ''] = toDetails({ [name]: 'Ann' }, t);
    expect(line).toMatch(/^[A-Z][A-Za-z ’]+: Ann$/);
    expect(line).not.toMatch(/[a-z][A-Z]/);
  });

  it.each(DETAILS)('omit an empty %s', (name) => {
    expect(toDetails({ [name]: '' }, t)).toEqual([]);
    expect(toDetails({ [name]: null }, t)).toEqual([]);
  });

  it('of an export include only the filters that were set', () => {
    expect(toDetails({ event: '', person: 'ann@vendor.example', firstDay: '', lastDay: '' }, t)).toEqual([
      'By: ann@vendor.example',
    ]);
  });

  it('show the old and the new value as one change', () => {
    expect(toDetails({ labelWas: 'Budget', label: 'Money' }, t)).toEqual(['Label: Budget → Money']);
    expect(toDetails({ placeWas: 3, place: null }, t)).toEqual(['Position: 3 → nothing']);
    expect(toDetails({ nameBefore: 'Ann', name: 'Bea' }, t)).toEqual(['Name: Ann → Bea']);
    expect(toDetails({ hiddenWas: false, hidden: true }, t)).toEqual(['Hidden: no → yes']);
  });

  it('use the desk’s own labels for methods and reasons', () => {
    expect(toDetails({ method: 'oidc', reason: 'other-account' }, t)).toEqual([
      'Method: company sign-in',
      'Reason: different company account',
    ]);
  });

  it('show other values verbatim, even with dots', () => {
    expect(toDetails({ method: 'mail.x', constructor: 'toString' }, t)).toEqual([
      'Method: mail.x',
      'constructor: toString',
    ]);
  });
});
