import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildModel } from '@/tests/support/english';
import { makeField } from '@/tests/support/form-fixtures';
import { FULL_NAME } from './full-name';
import { guessColumns } from './guess-columns';

const fields = buildModel([
  makeField({ id: 'firstName', label: 'First name', placement: 'standard', required: true }),
  makeField({ id: 'lastName', label: 'Last name', placement: 'standard', required: true }),
  makeField({ id: 'email', label: 'Email', kind: 'email', placement: 'standard', required: true }),
  makeField({ id: 'companyName', label: 'Company' }),
  makeField({ id: 'phone', label: 'Phone', kind: 'phone' }),
  makeField({ id: 'value', label: 'Value', kind: 'currency', placement: 'standard' }),
  makeField({ id: 'close', label: 'Expected close', kind: 'date' }),
  makeField({
    id: 'country',
    label: 'Country',
    kind: 'picklist',
    options: ['Norway', 'Sweden', 'Denmark'],
  }),
]).fields;

const guess = (columns: Record<string, string[]>, before?: ReadonlyMap<string, string>) =>
  guessColumns({
    columns: Object.entries(columns).map(([heading, cells]) => ({ heading, cells })),
    fields,
    before,
    locale: 'en',
  });

describe('the field of each column', () => {
  it('is found by its label, its id, and what it is called in other languages', () => {
    expect(
      guess({ 'first name': [], LASTNAME: [], 'E-Mail-Adresse': [], Firma: [], Telefonnummer: [] }),
    ).toEqual([...['firstName', 'lastName', 'email', 'companyName', 'phone']]);
    expect(guess({ 姓: [], 名: [], 会社名: [], 金額: [] })).toEqual([
      ...['lastName', 'firstName', 'companyName', 'value'],
    ]);
  });

  it('is first and last name together for a column of full names, unless the file names companies or one word so', () => {
    const people = ['Anna Weber', 'van der Berg, Jan'];
    expect(guess({ Name: people, Email: [] })).toEqual([FULL_NAME, 'email']);
    expect(guess({ Ansprechpartner: people, Company: ['Alder Ltd'] })).toEqual([FULL_NAME, 'companyName']);
    expect(guess({ Name: ['Weber', 'Berg'] })).not.toContain(FULL_NAME);
    expect(guess({ 'Company name': ['Alder Sons', 'Nordwind Logistik'] })).toEqual(['companyName']);
  });

  it('is none for full names beside columns of first and last name, which say more', () => {
    const people = ['Anna Weber', 'Jan Berg'];
    expect(guess({ 'First name': ['Anna'], 'Last name': ['Weber'], Name: people })).toEqual([
      'firstName',
      'lastName',
      null,
    ]);
    expect(guess({ 'Last name': ['Weber'], Name: people })).toContain(FULL_NAME);
  });

  it('is the other part of the name for a column called "name" beside one of the two', () => {
    const [firsts, lasts] = [['Anna'], ['Weber']];
    expect(guess({ Name: lasts, Vorname: firsts })).toEqual(['lastName', 'firstName']);
    expect(guess({ Nom: lasts, Prénom: firsts })).toEqual(['lastName', 'firstName']);
    expect(guess({ Nombre: firsts, Apellidos: lasts })).toEqual(['firstName', 'lastName']);
    expect(guess({ Nome: firsts, Sobrenome: lasts })).toEqual(['firstName', 'lastName']);
  });

  it('is found by what the column holds only if it has no heading', () => {
    expect(guess({ '': ['a@b.example', 'c@d.example'] })).toEqual(['email']);
    expect(guess({ '': ['Norway', 'Sweden'] })).toEqual(['country']);
    const columns = {
      'Lead Owner Mailbox': ['bob@partner.example'],
      'Date of birth': ['3/14/1978', '4/15/1980'],
      'Customer no.': ['4711001', '4711002'],
      Region: ['Norway', 'Sweden'],
    };
    expect(guess(columns)).toEqual([null, null, null, null]);
    expect(guess({ Phone: ['\u202a+47 22\u20111234', '＋４７ ２２ １２３４'] })).toEqual(['phone']);
  });

  it('is that of its own label or id whatever the column holds, and none for another name with such contents', () => {
    const words = ['yes', 'no', 'yes'];
    expect(guess({ Email: words, close: ['soon'], 'E-Mail-Adresse': words })).toEqual([
      'email',
      'close',
      null,
    ]);
    expect(guess({ Mail: words })).toEqual([null]);
    expect(guess({ Anschrift: ['a@b.example'], Email: words })).toEqual([null, 'email']);
  });

  it('is never that of a column which the workbook hides', () => {
    const cells = ['a@b.example'];
    const columns = [
      { heading: 'Email', cells, isHidden: true },
      { heading: 'Email', cells },
      { heading: 'Phone', cells: [], isHidden: true },
    ];
    expect(guessColumns({ columns, fields, locale: 'en' })).toEqual([null, 'email', null]);
  });

  it('is none for another use of the same words', () => {
    expect(guess({ 'Company size': ['10', '20'], 'Company phone number of the partner': ['x'] })).toEqual([
      null,
      null,
    ]);
  });

  it('is what the organization chose last', () => {
    expect(guess({ Kunde: ['Alder'] }, new Map([['kunde', 'companyName']]))).toEqual(['companyName']);
  });

  it('is never given to two columns, whatever they are called and hold', () => {
    const heading = fc.oneof(
      fc.constantFrom(
        'Email',
        'E-mail',
        'Company',
        'Firma',
        'First name',
        'Name',
        'Contact',
        'Phone',
        'Tel',
        'Value',
        '',
      ),
      fc.string(),
    );
    const cell = fc.oneof(
      fc.constantFrom('a@b.example', 'Anna Weber', 'Norway', '2027-01-01', '+47 22 12 34 56'),
      fc.string(),
    );
    const column = fc.record({ heading, cells: fc.array(cell, { maxLength: 4 }) });
    fc.assert(
      fc.property(fc.array(column, { maxLength: 12 }), (columns) => {
        const chosen = guessColumns({ columns, fields, locale: 'en' });
        const used = chosen.filter((id) => id !== null);
        expect(chosen).toHaveLength(columns.length);
        expect(new Set(used).size).toBe(used.length);
      }),
    );
  });
});
