import { getTranslations } from 'next-intl/server';
import { Fragment, type ReactNode } from 'react';
import { EmailText } from '@/components/ui/email-text';
import { getFormats } from '@/components/ui/formats';
import { Time } from '@/components/ui/time';
import { seriesSeparator } from '@/lib/core/language';
import { type AnswerPart, type FieldText, formatAnswer } from '@/lib/forms/answer-text';

/** A field's answer on a page of its own lines; nothing is shown as such. */
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
    const labels = (await partsOf(field)).map(({ text }) => text);
    const separator = seriesSeparator((await getFormats()).locale).trimEnd();
    return (
      <ul className="flex flex-wrap gap-x-1">
        {labels.map((label, index) => (
          <li key={label}>{index < labels.length - 1 ? `${label}${separator}` : label}</li>
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
  const parts = await partsOf(field);
  const separator = seriesSeparator((await getFormats()).locale);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: values may repeat, and nothing here has a state
    <Fragment key={index}>
      {index > 0 && separator}
      <bdi>{toMarkup(field, part)}</bdi>
    </Fragment>
  ));
}

async function partsOf(field: FieldText): Promise<AnswerPart[]> {
  const [t, formats] = [await getTranslations('Form'), await getFormats()];
  return formatAnswer(field, { formats, yes: t('yes'), no: t('no') });
}

function toMarkup({ kind }: FieldText, { text, href, moment }: AnswerPart): ReactNode {
  if (moment) return <Time moment={moment} />;
  if (!href) return text;
  return (
    <a href={href} rel="noreferrer" className="text-accent underline">
      {kind === 'email' ? <EmailText email={text} /> : text}
    </a>
  );
}
