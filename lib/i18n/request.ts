import { getRequestConfig } from 'next-intl/server';
import { getTimeZone } from './preferences';

/** Languages whose catalogue is complete; the first is what people see if none of theirs is here. */
export const LOCALES = ['en'] as const;

export default getRequestConfig(async () => {
  const locale = LOCALES[0];
  return {
    locale,
    timeZone: await getTimeZone(),
    messages: (await import(`../../messages/${locale}.json`)).default,
  };
});
