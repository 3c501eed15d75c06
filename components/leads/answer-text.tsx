import { getTranslations } from 'next-intl/server';
import { Fragment, type ReactNode } from 'react';
import { EmailText } from '@/components/ui/email-text';
import { getFormats } from '@/components/ui/formats';
import { Time } from '@/components/ui/time';
import { seriesSeparator } from '@/lib/core/language';
import type { FieldText } from '@/lib/leads/view';

/** A field's answer, formatted by its kind. A value that does not fit its kind is shown verbatim. */
export async function AnswerText({ field }: { field: FieldText }) {
  const t = await getTranslations('Lead');
  if (field.values.length === 0) {
    return (
      <span className="text-muted">
        <span aria-hidden="true">–</span>
        <span className="sr-only">{t('notAnswered')}</span>
      </span>
    );
  }
  if (field.kind === 'multi-picklist') {
    const separator = seriesSeparator((await getFormats()).locale).trimEnd();
    return (
      <ul className="flex flex-wrap gap-x-1">
        {field.values.map((value, index) => (
          <li key={value}>{index < field.values.length - 1 ? `${value}${separator}` : value}</li>
        ))}
      </ul>
    );
  }
  return (
    <span className="whitespace-pre-line">
      <AnswerLine field={field} />
    </span>
  );
}

/** The same within a line of text, several values one after the other. */
export async function AnswerLine({ field }: { field: FieldText }) {
  const texts = await Promise.all(field.values.map((value) => one(field, value)));
  const separator = seriesSeparator((await getFormats()).locale);
  return texts.map((text, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: values may repeat, and nothing here has a state
    <Fragment key={index}>
      {index > 0 && separator}
      <bdi>{text}</bdi>
    </Fragment>
  ));
}

async function one({ kind, currency }: FieldText, value: string): Promise<ReactNode> {
  const { number, percent, money, day, moment } = await getFormats();
  const t = await getTranslations('Lead');
  switch (kind) {
    case 'number':
    case 'integer':
      return isNumber(value) ? number(Number(value)) : value;
    case 'percent':
      return isNumber(value) ? percent(Number(value)) : value;
    case 'currency':
      return isNumber(value) ? money(Number(value), currency) : value;
    case 'boolean':
      return value === 'true' ? t('yes') : value === 'false' ? t('no') : value;
    case 'date':
      return day(value);
    case 'date-time':
      return Number.isNaN(Date.parse(value)) ? value : <Time key={value} moment={moment(value)} />;
    case 'email':
      return <Linked key={value} href={`mailto:${value}`} text={<EmailText email={value} />} />;
    case 'phone':
      return <Linked key={value} href={`tel:${value.replace(/[^\d+]/g, '')}`} text={value} />;
    case 'url':
      return isWebAddress(value) ? <Linked key={value} href={value} text={value} /> : value;
    default:
      return value;
  }
}

function Linked({ href, text }: { href: string; text: ReactNode }) {
  return (
    <a href={href} rel="noreferrer" className="text-accent underline">
      {text}
    </a>
  );
}

function isNumber(value: string): boolean {
  return value.trim() !== '' && Number.isFinite(Number(value));
}

/** Only URLs that a browser opens as a page: never `javascript:` and similar. */
function isWebAddress(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value);
}
