import { getTranslations } from 'next-intl/server';
import { ActionForm, ActionSelect, SubmitButton } from '@/components/shell/action-form';
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
  /** When the summary comes, as a clock shows it. */
  hour: string;
  /** IANA, as the hour follows it. */
  zone: string;
};

/** Which notices come by mail, and when. */
export async function NoticeMails({ email, chosen, hour, zone }: Props) {
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
      <p className="max-w-prose text-sm text-muted">
        {t('times', { hour, zone: zone.replaceAll('_', ' ') })}
      </p>
      <SubmitButton variant="primary">{t('save')}</SubmitButton>
    </ActionForm>
  );
}
