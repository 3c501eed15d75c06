import { getLocale, getTimeZone } from 'next-intl/server';
import { cache } from 'react';
import { type Formats, formatsFor } from '@/lib/core/formats';

/** The formats of this request: the person's language and time zone. Created once. Server only. */
export const getFormats = cache(async (): Promise<Formats> => {
  const [locale, zone] = await Promise.all([getLocale(), getTimeZone()]);
  return formatsFor(locale, zone);
});
