import { getTranslations } from 'next-intl/server';
import { PageHeading } from '@/components/shell/page-heading';
import { PostOnce } from '@/components/shell/post-once';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { isolate } from '@/lib/core/isolate';

type Props = {
  email: string;
  token: string;
  callbackUrl: string;
  csrfToken: string;
};

/** A valid link, behind a button: mail scanners open links but press no buttons. */
export async function ReadyLink({ email, token, callbackUrl, csrfToken }: Props) {
  const t = await getTranslations('SignIn.link');
  const common = await getTranslations('Common');
  return (
    <div className="mx-auto max-w-md space-y-4">
      <PageHeading title={common('signIn')} />
      <p className="wrap-anywhere">{t('ready', { email: isolate(email) })}</p>
      <PostOnce action="/api/auth/callback/mail">
        <input type="hidden" name="csrfToken" value={csrfToken} />
        <input type="hidden" name="callbackUrl" value={callbackUrl} />
        <input type="hidden" name="token" value={token} />
        <Button type="submit" variant="primary" className="w-full">
          {t('go')}
        </Button>
      </PostOnce>
    </div>
  );
}

/** An invalid link, with what to do instead. */
export async function SpentLink({
  kind,
  minutes,
}: {
  kind: 'used' | 'expired' | 'elsewhere' | 'unknown';
  minutes: number;
}) {
  const t = await getTranslations('SignIn.link');
  return (
    <div className="mx-auto max-w-md space-y-4">
      <PageHeading title={t(`${kind}Title`)} />
      <p>{t(kind, { minutes })}</p>
      <LinkButton href="/signin" variant="primary">
        {t('again')}
      </LinkButton>
    </div>
  );
}
