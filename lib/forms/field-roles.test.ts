import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVERY_KIND } from '@/tests/support/form-fixtures';
import type { FieldKind } from './field';
import { FIELD_ROLES, type FieldRole, type GuessedField, rolesOf } from './field-roles';

const field = (label: string, kind: FieldKind = 'text', id = `custom-${label}`): GuessedField => ({
  id,
  label,
  kind,
  placement: 'custom',
});

const roleOf = (one: GuessedField) => rolesOf([one]).get(one.id);

describe('the role of a field', () => {
  it.each<[FieldRole, FieldKind, string[]]>([
    [
      'company',
      'text',
      [
        ...['Company', 'Company name', 'company_name', 'Organisation', 'Account name', 'Name of the company'],
        ...['Firma', 'Unternehmen', 'Firmenname', 'Name des Unternehmens', 'Entreprise', 'Société'],
        ...['Raison sociale', 'Nom de l’entreprise', 'Empresa', 'Nombre de la empresa', 'Razón social'],
        ...['Compañía', 'Nome da empresa', 'Razão social', '会社名', '企業名', '貴社名', '法人名', '御社名'],
      ],
    ],
    ['first-name', 'text', ['First name', 'given_name', 'Vorname', 'Prénom', 'Primeiro nome', '名']],
    [
      'last-name',
      'text',
      ['Last name', 'Surname', 'Nachname', 'Nom de famille', 'Apellidos', 'Sobrenome', '姓'],
    ],
    [
      'full-name',
      'text',
      ['Name', 'Full name', 'Contact person', 'Ansprechpartner', 'Nom complet', 'Nombre completo', '氏名'],
    ],
    [
      'email',
      'text',
      ['E-mail', 'Work email', 'E-Mail-Adresse', 'Courriel', 'Correo electrónico', 'メールアドレス'],
    ],
    ['phone', 'text', ['Phone', 'Telefonnummer', 'Téléphone', 'Teléfono', 'Telefone', '電話番号']],
    ['website', 'text', ['Website', 'Webseite', 'Site web', 'Sitio web', 'ホームページ']],
    ['value', 'number', ['Deal value', 'Auftragswert', 'Montant', 'Importe', 'Valor', '金額']],
    ['currency', 'picklist', ['Currency', 'Währung', 'Devise', 'Moneda', 'Moeda', '通貨']],
    ['source', 'picklist', ['Lead source', 'Quelle', 'Provenance', 'Fuente', 'Origem', '流入経路']],
    [
      'close-date',
      'date',
      [
        'Expected close',
        'Closing date',
        'Abschlussdatum',
        'Clôture',
        'Cierre previsto',
        'Fechamento',
        '受注予定日',
      ],
    ],
    [
      'consent',
      'boolean',
      ['I agree to be contacted', 'Einwilligung', 'J’accepte', 'Acepto', 'Aceito', '同意'],
    ],
  ])('%s is guessed from its label, in six languages', (role, kind, labels) => {
    for (const label of labels) expect(roleOf(field(label, kind)), label).toBe(role);
  });

  it.each([
    ...['Company size', 'Company address', 'Company ID', 'Company type', 'Branche des Unternehmens'],
    ...['Adresse de l’entreprise', 'Sector de la empresa', '会社の住所', 'Notes', 'Job title', 'Country'],
    ...['Partner company', 'Industry', ''],
  ])('is none where a word means something else: “%s”', (label) => {
    expect(roleOf(field(label))).toBe('none');
  });

  it('follows the type where no word does', () => {
    expect(roleOf(field('Contact us here', 'email'))).toBe('email');
    expect(roleOf(field('Where', 'url'))).toBe('website');
    expect(roleOf(field('ARR', 'currency'))).toBe('value');
  });

  it('is read from the id if the label says nothing', () => {
    expect(roleOf({ ...field('Ihr Haus'), id: 'companyName' })).toBe('company');
  });

  it('is certain for the standard fields of the interface', () => {
    const standard = (id: string, label: string): GuessedField => ({
      id,
      label,
      placement: 'standard',
      kind: 'text',
    });
    const roles = rolesOf([
      field('First name'),
      standard('firstName', 'Company'),
      standard('lastName', 'x'),
      standard('email', 'x'),
      standard('value', 'x'),
    ]);
    expect([...roles.values()]).toEqual(['none', 'first-name', 'last-name', 'email', 'value']);
  });

  it('goes to the best of several fields, and to the first of equal ones', () => {
    const [parent, name, account] = [field('Firmengruppe'), field('Company name'), field('Account')];
    expect([...rolesOf([parent, name, account]).values()]).toEqual(['none', 'company', 'none']);
    expect([...rolesOf([account, name]).values()]).toEqual(['company', 'none']);
  });

  it('is the admin’s where one was chosen, and then not another field’s', () => {
    const fields = [field('Company'), field('Haus'), field('E-mail')];
    const chosen = (role: FieldRole) => new Map([[fields[1]?.id ?? '', { role }]]);
    expect([...rolesOf(fields, chosen('company')).values()]).toEqual(['none', 'company', 'email']);
    const none = new Map([[fields[0]?.id ?? '', { role: 'none' as const }]]);
    expect([...rolesOf(fields, none).values()]).toEqual(['none', 'none', 'email']);
  });

  it('is not a hidden field’s, neither chosen nor guessed, and then another’s', () => {
    const fields = [field('Company', 'text', 'a'), field('Firma', 'text', 'b'), field('House', 'text', 'c')];
    const hidden = { hidden: true };
    expect([...rolesOf(fields, new Map([['a', hidden]])).values()]).toEqual(['none', 'company', 'none']);
    const chosen = new Map([['c', { ...hidden, role: 'company' as const }]]);
    expect([...rolesOf(fields, chosen).values()]).toEqual(['company', 'none', 'none']);
    const standard: GuessedField = { ...field('Value', 'currency', 'value'), placement: 'standard' };
    expect([...rolesOf([standard], new Map([['value', hidden]])).values()]).toEqual(['none']);
  });

  it('stays that of a field that is shown although it was hidden, because the portal requires it', () => {
    const fields = [{ ...field('Company', 'text', 'a'), required: true }];
    expect([...rolesOf(fields, new Map([['a', { hidden: true }]])).values()]).toEqual(['company']);
  });

  it('belongs to one field at most, whatever the form, and is the same each time', () => {
    const label = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'Company',
        'Firma',
        'Email',
        'Phone',
        'Name',
        'Value',
        '会社名',
        '__proto__',
        'Consent',
      ),
    );
    const anyField = fc.record({
      id: fc.oneof(fc.string(), fc.constantFrom('__proto__', 'firstName', 'email', 'constructor')),
      label,
      kind: fc.constantFrom(...EVERY_KIND),
      placement: fc.constantFrom('standard' as const, 'custom' as const),
    });
    const fields = fc.uniqueArray(anyField, { selector: ({ id }) => id, maxLength: 30 });
    const overrides = fc.array(
      fc.tuple(fc.constantFrom('email', '__proto__'), fc.constantFrom(...FIELD_ROLES)),
    );
    fc.assert(
      fc.property(fields, overrides, (form, chosen) => {
        const roles = rolesOf(form, new Map(chosen.map(([id, role]) => [id, { role }])));
        expect([...roles.keys()]).toEqual(form.map(({ id }) => id));
        const single = [...roles.values()].filter((role) => role !== 'none' && role !== 'consent');
        expect(single.length).toBe(new Set(single).size);
        expect(rolesOf(form, new Map(chosen.map(([id, role]) => [id, { role }])))).toEqual(roles);
      }),
    );
  });
});
