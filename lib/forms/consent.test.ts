import { expect, it } from 'vitest';
import { isConsent } from './consent';
import type { FieldKind } from './field';

const guess = (label: string, kind: FieldKind = 'boolean', id = 'x') =>
  isConsent({ id, kind, labels: [label] });

it.each([
  'Agreed to be contacted',
  'I agree',
  'Consent given?',
  'The lead opted in',
  'GDPR',
  'We have permission to contact them',
  'May we contact you?',
  'Accepts the terms and conditions',
  'Privacy policy read',
  'Einwilligung liegt vor',
  'Stimmt der Kontaktaufnahme zu',
  'Zustimmung zur Verarbeitung',
  'Mit der Kontaktaufnahme einverstanden',
  'Einverständnis',
  'Datenschutzhinweis akzeptiert',
  'Consentement recueilli',
  'Accepte d’être contacté',
  'Le prospect a donné son accord',
  'J’autorise le traitement de mes données',
  'Politique de confidentialité',
  'Consentimiento',
  'Acepta ser contactado',
  'Está de acuerdo',
  'Autoriza el tratamiento de datos',
  'Aceito ser contatado',
  'Concorda com os termos',
  'Consentimento (LGPD)',
  'Autoriza contato',
  '個人情報の取り扱いに同意する',
  '連絡を承諾済み',
  'オプトイン',
  'プライバシーポリシーを確認しました',
])('“%s” is a consent if it is a yes/no question', (label) => {
  expect(guess(label)).toBe(true);
  expect(guess(label, 'text')).toBe(false);
});

it.each(['consent', 'marketingOptIn', 'opt_in', 'gdpr-ok', 'hasAgreed'])('so is the id %s', (id) => {
  expect(guess('OK?', 'boolean', id)).toBe(true);
});

it.each([
  'Budget approved?',
  'Wants the newsletter',
  'Decision maker',
  'Agreement signed',
  'Existing customer',
  'Authorized reseller',
  'Proposal accepted',
  'Option in contract',
  'Entscheider',
  'Budget validé',
  'Cliente existente',
  '予算承認済み',
  'Sure',
])('“%s” is not', (label) => {
  expect(guess(label)).toBe(false);
});

it('a picklist is a consent only with an explicit word', () => {
  expect(guess('Consent', 'picklist')).toBe(true);
  expect(guess('同意', 'multi-picklist')).toBe(true);
  expect(guess('Payment terms', 'picklist')).toBe(false);
  expect(guess('Privacy tier', 'picklist')).toBe(false);
});

it('the portal’s label counts as well as the admin’s', () => {
  expect(isConsent({ id: 'x', kind: 'boolean', labels: ['Fine by them?', 'I agree'] })).toBe(true);
});
