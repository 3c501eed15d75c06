import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { PortalHeader } from '@/app/(portal)/portal-header';
import { chooseLanguage, chooseShortcuts, signOutEverywhere } from '@/app/actions';
import { hasAppleKeyboard } from '@/app/apple-keyboard';
import { ActionArea } from '@/components/shell/action-area';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { AutoSave } from '@/components/shell/auto-save';
import { LanguageSwitch } from '@/components/shell/language-switch';
import { PageHeading } from '@/components/shell/page-heading';
import { Card } from '@/components/ui/card';
import { Labelled, Select } from '@/components/ui/field';
import { getFormats } from '@/components/ui/formats';
import { LinkButton } from '@/components/ui/link-button';
import { Time } from '@/components/ui/time';
import { getLanguageChoices } from '@/lib/auth/language';
import { requireSettingsReader } from '@/lib/auth/viewer';
import { env } from '@/lib/core/env';
import { isolate } from '@/lib/core/isolate';
import { DIGEST_HOURS } from '@/lib/core/notice-mails';
import { stripControlCharacters } from '@/lib/core/text';
import { listTimeZones, zoneNameOf } from '@/lib/core/zone-time';
import { getDb } from '@/lib/db/handle';
import { getDigestHour, getNoticeMails } from '@/lib/notices/mail-choices';
import { listOwnSessions } from '@/lib/sessions/sessions';
import type { Membership, SignedIn } from '@/lib/sessions/signed-in';
import { listViewsOf } from '@/lib/sessions/views';
import { NoticeMails } from './_parts/notice-mails';
import { SessionList } from './_parts/session-list';
import { settingsAction } from './actions';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Common'))('settings') };
}

/**
 * What a person decides for themselves, on all their devices. An admin without a membership has no leads, and nothing
 * that is about them.
 */
export default async function SettingsPage() {
  const viewer = await requireSettingsReader('/settings');
  const { personId, sessionId, membership, chosenTimeZone, preferences } = viewer;
  const now = new Date();
  const db = await getDb();
  const t = await getTranslations('Settings');
  const common = await getTranslations('Common');
  const keys = await getTranslations('Shell.shortcuts');
  const { shortcuts } = preferences;
  const shell = await getTranslations('Shell');
  const searchKey = shell('search.key', { system: (await hasAppleKeyboard()) ? 'apple' : 'other' });
  const isReadOnly = 'viewedBy' in viewer && viewer.viewedBy !== undefined;
  return (
    <div className="max-w-form space-y-5">
      <PortalHeader viewer={viewer} />
      <PageHeading title={common('settings')} />
      <Settings isReadOnly={isReadOnly}>
        {/* While an admin sees it, the language is theirs. */}
        {!isReadOnly && (
          <Card id="language" title={shell('language')}>
            <LanguageSwitch
              languages={await getLanguageChoices()}
              chooseLanguage={chooseLanguage}
              legend="sr-only"
            />
          </Card>
        )}
        <ActionArea action={settingsAction}>
          {membership && (
            <Card id="emails" title={t('emails')}>
              <Emails person={viewer} role={membership.role} />
            </Card>
          )}
          <Card id="time-zone" title={t('timeZone')}>
            <TimeZoneChoice chosen={chosenTimeZone} zones={listTimeZones()} isWithoutMails={!membership} />
          </Card>
          <Card id="sessions" title={t('sessions')}>
            <SessionList sessions={await listOwnSessions(db, { personId, sessionId, now })} now={now} />
            {!isReadOnly && (
              <div data-signs-out className="mt-3 border-t border-line pt-4">
                <ActionArea action={signOutEverywhere} failure="silent">
                  <ActionForm command="sign-out-everywhere">
                    <SubmitButton variant="danger">{shell('signOutEverywhere')}</SubmitButton>
                  </ActionForm>
                </ActionArea>
              </div>
            )}
          </Card>
        </ActionArea>
        {membership && (
          <Card id="looked-at" title={t('lookedAt')}>
            <ViewAsLog views={await listViewsOf(db, personId)} />
          </Card>
        )}
        <Card id="shortcut-setting" title={common('keyboardShortcuts')}>
          <p className="pb-3 text-sm text-muted">
            {membership ? t('shortcutsDetail') : t('shortcutsDetailAdmin')}{' '}
            {shortcuts ? keys('isOn') : keys('isOff', { key: searchKey })}
          </p>
          <ActionArea action={chooseShortcuts}>
            <ActionForm command="shortcuts" about={{ shortcuts: shortcuts ? 'off' : 'on' }}>
              <SubmitButton>{shortcuts ? keys('switchOff') : keys('switchOn')}</SubmitButton>
            </ActionForm>
          </ActionArea>
        </Card>
        {!isReadOnly && membership && (
          <Card id="offline" title={common('offlineLeads')}>
            <p className="pb-3 text-sm text-muted">{t('offlineDetail')}</p>
            <LinkButton href="/settings/device">{t('offlineLink')}</LinkButton>
          </Card>
        )}
      </Settings>
    </div>
  );
}

/** An admin who sees the desk as this person sees what they chose. */
function Settings({ isReadOnly, children }: { isReadOnly: boolean; children: ReactNode }) {
  if (!isReadOnly) return <div className="space-y-5">{children}</div>;
  return (
    <fieldset disabled className="space-y-5">
      {children}
    </fieldset>
  );
}

/** What is sent about leads, if this desk sends mails. */
async function Emails({ person, role }: { person: SignedIn; role: Membership['role'] }) {
  const t = await getTranslations('Settings');
  if (env().SMTP_URL === undefined) return <p>{t('noMail')}</p>;
  const { personId, email, timeZone, chosenTimeZone } = person;
  const db = await getDb();
  const { locale } = await getFormats();
  return (
    <NoticeMails
      email={email}
      chosen={await getNoticeMails(db, { personId, role })}
      hour={await getDigestHour(db, personId)}
      hours={hoursIn(locale)}
      zone={zoneNameOf(chosenTimeZone ?? timeZone ?? 'UTC')}
    />
  );
}

/** The hours to choose from, as clocks show them in this language. */
function hoursIn(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  return DIGEST_HOURS.map((hour) => format.format(new Date(hour * 3_600_000)));
}

/** When admins saw the desk as this person, and why. */
async function ViewAsLog({ views }: { views: readonly { id: string; reason: string; startedAt: Date }[] }) {
  const t = await getTranslations('Settings');
  const { moment } = await getFormats();
  return (
    <>
      <p className="max-w-prose text-sm text-muted">{t('lookedAtIntro')}</p>
      {views.length === 0 ? (
        <p className="pt-3">{t('lookedAtNone')}</p>
      ) : (
        <ul aria-label={t('lookedAt')} className="divide-y divide-line">
          {views.map(({ id, reason, startedAt }) => (
            <li key={id} className="py-3 wrap-anywhere last:pb-0">
              {t.rich('lookedAtOn', {
                at: () => <Time moment={moment(startedAt.toISOString())} />,
                reason: isolate(stripControlCharacters(reason)),
              })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type Props = {
  /** IANA; null follows the device. */
  chosen: string | null;
  zones: readonly string[];
  /** They get no mails with times, as an admin without leads. */
  isWithoutMails: boolean;
};

/** The time zone of all times that a person is shown; saved at once. */
async function TimeZoneChoice({ chosen, zones, isWithoutMails }: Props) {
  const t = await getTranslations('Settings');
  const common = await getTranslations('Common');
  return (
    <ActionForm command="time-zone" className="grid gap-4">
      <p className="max-w-prose text-sm text-muted">
        {isWithoutMails ? t('timeZoneDetailAdmin') : t('timeZoneDetail')}
      </p>
      <Labelled
        id="time-zone-choice"
        label={t('timeZone')}
        className="grid items-center gap-x-4 sm:grid-cols-2"
      >
        <Select id="time-zone-choice" name="zone" defaultValue={chosen ? zoneNameOf(chosen) : ''}>
          <option value="">{t('timeZoneOfDevice')}</option>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </Select>
      </Labelled>
      <AutoSave>
        <SubmitButton variant="primary">{common('save')}</SubmitButton>
      </AutoSave>
    </ActionForm>
  );
}
