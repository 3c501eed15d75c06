import { getTranslations } from 'next-intl/server';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { AutoSave } from '@/components/shell/auto-save';
import { Labelled, Select, TICK } from '@/components/ui/field';
import { CELL, COLUMN_HEADER, ROW, ROW_HEADER, ROWS, TABLE } from '@/components/ui/table-roles';
import { isolate } from '@/lib/core/isolate';
import {
  NOTICE_DELIVERIES,
  NOTICE_TOPICS,
  type NoticeDelivery,
  type NoticeTopic,
} from '@/lib/core/notice-mails';

type Props = {
  email: string;
  chosen: Record<NoticeTopic, NoticeDelivery>;
  /** The full hour at which the daily mail comes. */
  hour: number;
  /** All hours of the day, as a clock shows them. */
  hours: readonly string[];
  /** IANA, as the hour follows it. */
  zone: string;
};

/** Which notices come by mail, and when: each choice is saved at once. Its controls keep their state meanwhile. */
export async function NoticeMails({ email, chosen, hour, hours, zone }: Props) {
  const t = await getTranslations('Settings');
  const common = await getTranslations('Common');
  return (
    <ActionForm command="mails" className="grid gap-4">
      <p className="max-w-prose text-sm text-muted">{t('emailsIntro', { email: isolate(email) })}</p>
      <table {...TABLE} className="w-full border-separate border-spacing-0">
        <caption className="sr-only">{t('emails')}</caption>
        <thead {...ROWS}>
          <tr {...ROW}>
            <td {...CELL} />
            {NOTICE_DELIVERIES.map((delivery) => (
              <th
                key={delivery}
                {...COLUMN_HEADER}
                scope="col"
                id={`mails-${delivery}`}
                className="w-13 px-0.5 pb-1.5 align-bottom text-xs font-normal text-muted sm:w-24 sm:text-sm"
              >
                {t(`delivery.${delivery}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...ROWS}>
          {NOTICE_TOPICS.map((topic) => (
            <tr key={topic} {...ROW} className="*:border-t *:border-line">
              <th
                {...ROW_HEADER}
                scope="row"
                id={`mails-${topic}`}
                className="py-1 pr-2 text-left font-normal max-sm:text-sm"
              >
                {t(`topic.${topic}`)}
              </th>
              {NOTICE_DELIVERIES.map((delivery) => (
                <td key={delivery} {...CELL}>
                  <label className="grid min-h-11 place-items-center has-disabled:opacity-60 sm:min-h-10">
                    <input
                      type="radio"
                      name={topic}
                      value={delivery}
                      defaultChecked={chosen[topic] === delivery}
                      aria-labelledby={`mails-${topic} mails-${delivery}`}
                      className={TICK}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Labelled id="mails-hour" label={t('digestHour')} className="grid items-center gap-x-4 sm:grid-cols-2">
        <Select id="mails-hour" name="hour" defaultValue={hour} aria-describedby="mails-hour-hint">
          {hours.map((text, value) => (
            <option key={text} value={value}>
              {text}
            </option>
          ))}
        </Select>
      </Labelled>
      <p id="mails-hour-hint" className="max-w-prose text-sm text-muted">
        {t('times', { zone: zone.replaceAll('_', ' ') })}
      </p>
      <AutoSave>
        <SubmitButton variant="primary">{common('save')}</SubmitButton>
      </AutoSave>
    </ActionForm>
  );
}
