import 'server-only';
import { getLocale, getTranslations } from 'next-intl/server';
import { toRowViews } from '@/components/leads/row-view';
import type { Cached, CachedTexts } from '@/components/offline/cached-view';
import { deviceOwner } from '@/lib/auth/device-owner';
import { renderedFor } from '@/lib/auth/rendered-for';
import { getTimeZone } from '@/lib/auth/time-zone';
import type { Viewer } from '@/lib/auth/viewer';
import { getBrand } from '@/lib/brand/current';
import { getServiceClient } from '@/lib/connection/client';
import { env } from '@/lib/core/env';
import { pluralTexts } from '@/lib/core/language';
import { getDb } from '@/lib/db/handle';
import { formTexts } from '@/lib/forms/texts';
import { getTheme } from '@/lib/i18n/preferences';
import { parseLeadsQuery } from '@/lib/leads/parse-query';
import { ServiceError } from '@/lib/service/error';
import { getNewLeadForm, newLeadDraftKey } from '@/lib/submissions/new-lead-form';
import { getLeadsPage } from '../../(portal)/leads/(list)/query';

/** Everything a device draws without a network, with every text ready in this person's language. */
export async function getCachedView(viewer: Viewer): Promise<Cached> {
  const lang = await getLocale();
  const timeZone = await getTimeZone();
  const { APP_SECRET } = env();
  const { name } = await getBrand();
  return {
    owner: renderedFor(viewer, APP_SECRET),
    device: deviceOwner(viewer.personId, APP_SECRET),
    lang,
    timeZone,
    theme: await getTheme(),
    readAt: new Date().toISOString(),
    list: await readList(viewer, { lang, timeZone }),
    form: await readForm(viewer, { lang, timeZone }),
    texts: await readTexts(lang, name),
  };
}

async function readList(
  viewer: Viewer,
  { lang, timeZone }: { lang: string; timeZone: string },
): Promise<Cached['list']> {
  const t = await getTranslations('Leads');
  const task = { query: parseLeadsQuery({}), timeZone, now: new Date(), locale: lang };
  const page = await getLeadsPage(await getDb(), viewer, task);
  const columns = page.columns.filter(({ isShown }) => isShown);
  return {
    rows: await toRowViews(page),
    columns: [{ column: 'name' as const, label: undefined }, ...columns].map(({ column, label }) => {
      return { column, label: label === undefined ? t(`columns.${column}`) : label };
    }),
    density: page.density,
    label: t('listLabel'),
  };
}

/** Undefined if this desk has never read the portal's form and cannot read it now. */
async function readForm(
  viewer: Viewer,
  { lang, timeZone }: { lang: string; timeZone: string },
): Promise<Cached['form']> {
  const t = await getTranslations('Form');
  try {
    const { model, values } = await getNewLeadForm(await getDb(), viewer, {
      service: await getServiceClient(),
      t,
      locale: lang,
      timeZone,
      now: new Date(),
    });
    const texts = formTexts(t, { purpose: 'create', locale: lang });
    return { model, values, draftKey: newLeadDraftKey(viewer.personId), texts };
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

async function readTexts(lang: string, brand: string): Promise<CachedTexts> {
  const t = await getTranslations('Cached');
  const common = await getTranslations('Common');
  const shell = await getTranslations('Shell');
  const live = await getTranslations('Live');
  return {
    leads: common('leads'),
    newLead: common('newLead'),
    thisDevice: common('thisDevice'),
    skip: shell('skip'),
    mainNav: shell('mainNav'),
    tryAgain: common('tryAgain'),
    asOf: live('offline', { time: '{time}' }),
    offlineElsewhere: t('elsewhere'),
    noRows: t('noRows'),
    noForm: t('noForm'),
    listMayBeOld: t('listMayBeOld'),
    formIntro: t('formIntro'),
    waiting: pluralTexts(lang, (form) => t('waiting', { form, count: '{count}' })),
    waitingTitle: t('waitingTitle'),
    nothingWaits: t('nothingWaits'),
    justCached: t('justCached', { name: '{name}' }),
    cachedEarlier: t('cachedEarlier', { name: '{name}', time: '{time}' }),
    cachedEarlierIntro: t('cachedEarlierIntro'),
    typedAt: t('typedAt', { time: '{time}' }),
    state: {
      waiting: t('state.waiting'),
      signIn: t('state.signIn'),
      access: t('state.access'),
      returned: t('state.returned'),
    },
    refused: t('refused', { brand }),
    openInForm: t('openInForm'),
    remove: common('delete'),
    removeSure: t('removeSure'),
    signOutSure: pluralTexts(lang, (form) => t('signOutSure', { form, count: '{count}' })),
    waitingSignedOut: pluralTexts(lang, (form) => t('waitingSignedOut', { form, count: '{count}' })),
  };
}
