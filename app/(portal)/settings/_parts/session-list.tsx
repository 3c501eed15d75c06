import { getTranslations } from 'next-intl/server';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Badge } from '@/components/ui/badge';
import { getFormats } from '@/components/ui/formats';
import { RelativeTime } from '@/components/ui/relative-time';
import type { Device } from '@/lib/core/device';
import type { OwnSession } from '@/lib/sessions/sessions';

/** Where a person is signed in; each of the others can be signed out. */
export async function SessionList({ sessions, now }: { sessions: readonly OwnSession[]; now: Date }) {
  const t = await getTranslations('Settings');
  return (
    <>
      <p className="max-w-prose text-sm text-muted">{t('sessionsIntro')}</p>
      <ul aria-label={t('sessions')} className="divide-y divide-line">
        {sessions.map((session) => (
          <li key={session.handle} className="py-3 last:pb-0">
            <Session session={session} now={now} />
          </li>
        ))}
      </ul>
    </>
  );
}

async function Session({ session, now }: { session: OwnSession; now: Date }) {
  const t = await getTranslations('Settings');
  const common = await getTranslations('Common');
  const { moment } = await getFormats();
  const { handle, isCurrent, signedInAt, lastSeenAt } = session;
  const device = await deviceText(session.device);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <div className="min-w-0 grow basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{device}</span>
          {isCurrent && <Badge tone="good" label={common('thisDevice')} />}
        </p>
        <p className="text-sm text-muted">
          {t.rich('sessionSince', {
            since: () => <RelativeTime moment={moment(signedInAt.toISOString(), now)} />,
            seen: () => <RelativeTime moment={moment(lastSeenAt.toISOString(), now)} />,
          })}
        </p>
      </div>
      {!isCurrent && (
        <ActionForm command="end-session" subject={handle} about={{ session: handle }}>
          <SubmitButton aria-label={common('named', { action: t('endSession'), name: device })}>
            {t('endSession')}
          </SubmitButton>
        </ActionForm>
      )}
    </div>
  );
}

async function deviceText({ browser, system }: Device): Promise<string> {
  const t = await getTranslations('Settings');
  const common = await getTranslations('Common');
  if (browser !== undefined && system !== undefined) return common('device', { browser, system });
  return browser ?? system ?? t('unknownDevice');
}
