import { getTranslations } from 'next-intl/server';
import { ActionSelect } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Labelled } from '@/components/ui/field';
import { zoneNameOf } from '@/lib/core/zone-time';

type Props = {
  /** IANA; null follows the device. */
  chosen: string | null;
  zones: readonly string[];
  /** They get no mails with times, as an admin without leads. */
  isWithoutMails: boolean;
};

/** The time zone of all times that a person is shown. */
export async function TimeZoneChoice({ chosen, zones, isWithoutMails }: Props) {
  const t = await getTranslations('Settings');
  return (
    <ActionForm command="time-zone" className="space-y-4">
      <p className="max-w-prose text-sm text-muted">
        {isWithoutMails ? t('timeZoneDetailAdmin') : t('timeZoneDetail')}
      </p>
      <Labelled
        id="time-zone-choice"
        label={t('timeZone')}
        className="grid items-center gap-x-4 sm:grid-cols-2"
      >
        <ActionSelect id="time-zone-choice" name="zone" shown={chosen ? zoneNameOf(chosen) : ''}>
          <option value="">{t('timeZoneOfDevice')}</option>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </ActionSelect>
      </Labelled>
      <SubmitButton variant="primary">{t('save')}</SubmitButton>
    </ActionForm>
  );
}
