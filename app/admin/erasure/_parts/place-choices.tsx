import { getTranslations } from 'next-intl/server';
import { ActionChoice } from '@/components/shell/action-fields';
import { getFormats } from '@/components/ui/formats';
import { adminLeadAddress } from '@/lib/core/address';
import { PLACE_FIELD, placeKey } from '@/lib/core/erasure';
import { isolate } from '@/lib/core/isolate';
import type { Found } from '../query';

const TICKED = 'flex min-h-11 items-start gap-2.5 py-1.5 [&>input]:mt-0.5';

/** Where else the text stands: only the admin can tell whom it is about. Nothing is ticked beforehand. */
export async function PlaceChoices({ found: { places, hasMorePlaces } }: { found: Found }) {
  const t = await getTranslations('Erasure');
  const { moment, number } = await getFormats();
  if (places.length === 0) return null;
  return (
    <fieldset>
      <legend className="font-semibold">{t('places')}</legend>
      <p className="max-w-prose text-sm text-muted">{t('placesDetail')}</p>
      {hasMorePlaces && <p className="max-w-prose text-sm text-muted">{t('morePlaces')}</p>}
      <ul>
        {places.map((place) => {
          const key = placeKey(place);
          const { leadId } = place;
          return (
            <li key={key} className="flex flex-wrap items-start gap-x-4">
              <ActionChoice
                type="checkbox"
                name={`${PLACE_FIELD}${key}`}
                value="yes"
                isChosen={false}
                className={TICKED}
              >
                <span>
                  {t(`place.${place.kind}`, {
                    id: leadId ?? place.id,
                    owner: isolate(place.owner ?? ''),
                    time: place.at ? moment(place.at.toISOString()).text : '',
                    line: number(place.line ?? 0),
                  })}
                </span>
              </ActionChoice>
              {leadId !== undefined && (
                <a
                  href={adminLeadAddress(leadId)}
                  className="inline-flex min-h-11 items-center text-accent underline"
                >
                  {t('openLead', { id: leadId })}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
