import { getTranslations } from 'next-intl/server';
import { ActionSelect } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Labelled } from '@/components/ui/field';
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

/** Which notices come by mail, and when. */
export async function NoticeMails({ email, chosen, hour, hours, zone }: Props) {
  const t = await getTranslations('Settings');
  return (
    <ActionForm command="mails" className="space-y-4">
      <p className="max-w-prose text-sm text-muted">{t('emailsIntro', { email: isolate(email) })}</p>
      {NOTICE_TOPICS.map((topic) => (
        <Labelled
          key={topic}
          id={`mails-${topic}`}
          label={t(`topic.${topic}`)}
          className="grid items-center gap-x-4 sm:grid-cols-2"
        >
          <ActionSelect id={`mails-${topic}`} name={topic} shown={chosen[topic]}>
            {NOTICE_DELIVERIES.map((delivery) => (
              <option key={delivery} value={delivery}>
                {t(`delivery.${delivery}`)}
              </option>
            ))}
          </ActionSelect>
        </Labelled>
      ))}
      <Labelled id="mails-hour" label={t('digestHour')} className="grid items-center gap-x-4 sm:grid-cols-2">
        <ActionSelect id="mails-hour" name="hour" shown={String(hour)} aria-describedby="mails-hour-hint">
          {hours.map((text, value) => (
            <option key={text} value={value}>
              {text}
            </option>
          ))}
        </ActionSelect>
      </Labelled>
      <p id="mails-hour-hint" className="max-w-prose text-sm text-muted">
        {t('times', { zone: zone.replaceAll('_', ' ') })}
      </p>
      <SubmitButton variant="primary">{t('save')}</SubmitButton>
    </ActionForm>
  );
}
