import 'server-only';
import { getOwn } from '@/lib/core/own';
import type { Answers } from '@/lib/forms/field';
import type { Contact } from '@/lib/match-keys/keys';
import { type CompanyField, companyText, type FieldPlace, type KeyFields } from './company-field';

/** A lead's answers where the portal keeps them. */
type LeadAnswers = { standard: Record<string, unknown>; custom: Record<string, unknown> };

/** The answer to a field. Portals differ in where they return a field: both places are read. */
function answerIn({ standard, custom }: LeadAnswers, { id, placement }: FieldPlace): unknown {
  const [first, second] = placement === 'custom' ? [custom, standard] : [standard, custom];
  return getOwn(first, id) ?? getOwn(second, id);
}

/** The answer to the company field as people read it. */
export function companyOf(record: LeadAnswers, field: CompanyField): string | undefined {
  return companyText(field, answerIn(record, field));
}

/** How the person and the company of a lead are reached. */
export function contactOfLead(
  { email, ...record }: LeadAnswers & { email?: string },
  fields: KeyFields,
): Contact {
  const contact = contactFrom(fields, (place) => answerIn(record, place));
  return { ...contact, email: contact.email ?? email };
}

/** The same of the answers of a submission. */
export function contactOfAnswers(answers: Answers, fields: KeyFields): Contact {
  return contactFrom(fields, ({ id }) => getOwn(answers, id));
}

function contactFrom(
  { company, email, phone, website }: KeyFields,
  answerTo: (place: FieldPlace) => unknown,
): Contact {
  const textIn = (place: FieldPlace | undefined) => place && textOf(answerTo(place));
  return {
    email: textIn(email),
    phone: textIn(phone),
    website: textIn(website),
    company: company && companyText(company, answerTo(company)),
  };
}

function textOf(answer: unknown): string | undefined {
  if (typeof answer === 'number') return String(answer);
  return typeof answer === 'string' && answer.trim() !== '' ? answer : undefined;
}
