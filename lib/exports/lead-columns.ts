import 'server-only';
import type { ListColumn } from '@/lib/core/preferences';
import { type StatusOverrides, toStatusWord } from '@/lib/core/status-labels';
import type { Cell } from '@/lib/export-files/table';
import { toFieldText } from '@/lib/forms/answer-text';
import { toLocalTime } from '@/lib/forms/dates';
import { FAMILY_OF, type Field, type FieldKind } from '@/lib/forms/field';
import { offeredOptions } from '@/lib/forms/form-model';
import { readAnswer } from '@/lib/forms/from-lead';
import { writeChoice, writeChoices } from '@/lib/imports/choice-cells';
import { readValue } from '@/lib/leads/field-texts';
import type { ExportedLead } from './read-leads';

/** One column of the exported table. */
export type LeadColumn = { heading: string; cell: (lead: ExportedLead) => Cell };

/** The columns of every lead, whatever the form asks. */
export const LEAD_FACTS = [
  'id',
  'company',
  'person',
  'status',
  'value',
  'agent',
  'changed',
  'submitted',
] as const;
export type LeadFact = (typeof LEAD_FACTS)[number];

export type ColumnLabels = {
  heading: (fact: LeadFact) => string;
  yes: string;
  no: string;
  statusOverrides: StatusOverrides;
  timeZone: string;
};

/** A fact that the list shows of every lead. */
export function factColumn(fact: LeadFact, labels: ColumnLabels): LeadColumn {
  const moment = (iso: string) => toWallTime(iso, labels);
  const cells: Record<LeadFact, LeadColumn['cell']> = {
    id: ({ id }) => id,
    company: ({ company = '' }) => company,
    person: ({ name }) => name,
    status: ({ status }) => toStatusWord(status, labels.statusOverrides).label,
    value: ({ value = '' }) => value,
    agent: ({ agentName }) => agentName,
    changed: ({ changedAt }) => moment(changedAt),
    submitted: ({ submittedAt }) => moment(submittedAt),
  };
  return { heading: labels.heading(fact), cell: cells[fact] };
}

/** The answers to one field: numbers as numbers, choices by their labels, days and times as an import reads them. */
export function answerColumn(field: Field, labels: ColumnLabels): LeadColumn {
  const choices = { kind: field.kind, options: labelledOptions(field) };
  return {
    heading: field.label,
    cell: ({ record }) => {
      const stored = readValue(record, field);
      const { kind, values } = toFieldText(field, stored);
      const [only = ''] = values;
      const number = Number(only);
      if (
        FAMILY_OF[kind] === 'number' &&
        !field.options &&
        values.length === 1 &&
        only.trim() !== '' &&
        Number.isFinite(number)
      )
        return number;
      const texts = values.map((value) => toText(kind, value, labels));
      if (field.options || kind === 'multi-picklist') return toChoices(choices, { stored, texts });
      return texts.join('; ');
    },
  };
}

/** With the labels of the form, by which an import of the file finds them. */
function labelledOptions(field: Field): NonNullable<Field['options']> {
  const offered = new Map(offeredOptions(field).map(({ value, label }) => [String(value), label]));
  return (field.options ?? []).map((option) => ({
    ...option,
    label: offered.get(String(option.value)) ?? option.label,
  }));
}

/** Choices that the form has by what an import finds them by; others by the text that came with them. */
function toChoices(
  { kind, options }: { kind: FieldKind; options: NonNullable<Field['options']> },
  { stored, texts }: { stored: unknown; texts: readonly string[] },
): string {
  const values = new Set(options.map(({ value }) => String(value)));
  const answer = [readAnswer({ kind, options }, stored) ?? []].flat().map(String);
  const chosen = texts.map((text, index) => {
    const value = answer[index];
    return value !== undefined && values.has(value) ? value : text;
  });
  if (kind === 'multi-picklist') return writeChoices(options, chosen);
  return chosen.map((value) => writeChoice(options, value)).join('; ');
}

function toText(kind: FieldKind, value: string, labels: ColumnLabels): string {
  if (kind === 'boolean' && value === 'true') return labels.yes;
  if (kind === 'boolean' && value === 'false') return labels.no;
  return kind === 'date-time' ? toWallTime(value, labels) : value;
}

/** `2026-07-01 09:30`: a spreadsheet and an import read it in any language. */
function toWallTime(iso: string, { timeZone }: ColumnLabels): string {
  return toLocalTime(iso, timeZone).replace('T', ' ');
}

/** True for a column of the list that is a fact of every lead. */
export function isFact(column: ListColumn): column is ListColumn & LeadFact {
  return LEAD_FACTS.some((fact) => fact === column);
}
