import { getTranslations } from 'next-intl/server';
import { ActionChoice } from '@/components/shell/action-fields';
import type { Found } from '@/lib/admin/erasure/query';
import { adminLeadAddress } from '@/lib/core/address';
import { LEAD_FIELD } from '@/lib/core/erasure';

const TICKED = 'flex min-h-11 items-start gap-2.5 py-1.5 [&>input]:mt-0.5';

/** What nobody but the admin can decide: whether it is about the person, too. Nothing is chosen beforehand. */
export async function ErasureChoices({ found: { earlier, sharedPhone } }: { found: Found }) {
  const t = await getTranslations('Erasure');
  return (
    <>
      {earlier.length > 0 && (
        <fieldset>
          <legend className="font-semibold">{t('earlier', { count: earlier.length })}</legend>
          <p className="max-w-prose text-sm text-muted">{t('earlierDetail')}</p>
          <ul>
            {earlier.map((id) => (
              <li key={id} className="flex flex-wrap items-start gap-x-4">
                <ActionChoice
                  type="checkbox"
                  name={`${LEAD_FIELD}${id}`}
                  value="yes"
                  isChosen={false}
                  className={TICKED}
                >
                  <span>
                    {t.rich('earlierLead', {
                      code: () => <code className="font-mono text-sm break-all">{id}</code>,
                    })}
                  </span>
                </ActionChoice>
                <a
                  href={adminLeadAddress(id)}
                  className="inline-flex min-h-11 items-center text-accent underline"
                >
                  {t('openLead', { id })}
                </a>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      {sharedPhone > 0 && (
        <fieldset>
          <legend className="font-semibold">{t('sharedPhone', { count: sharedPhone })}</legend>
          <p className="max-w-prose text-sm text-muted">{t('sharedPhoneDetail')}</p>
          <ActionChoice type="checkbox" name="phones" value="yes" isChosen={false} className={TICKED}>
            {t('sharedPhoneChoice')}
          </ActionChoice>
        </fieldset>
      )}
    </>
  );
}
