import 'server-only';
import type { AuditDetail } from '@/lib/audit/details';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import { type BrandDefaults, toBrand } from '@/lib/brand/brand';
import { type BrandSetting, changeBrandSetting } from '@/lib/brand/setting';
import type { Env } from '@/lib/core/env';
import { readSender } from '@/lib/core/sender';
import type { Db } from '@/lib/db/handle';

/** The texts of a brand, in the order of the form; empty: the default. */
const BRAND_TEXTS = ['name', 'accent', 'senderName', 'helpUrl', 'privacyUrl'] as const;

type BrandTexts = Record<(typeof BRAND_TEXTS)[number], string>;
type Defaults = BrandDefaults & Pick<Env, 'MAIL_FROM'>;

/** What is in effect, as the form shows it: defaults included. */
export function textsInEffect(setting: BrandSetting, defaults: Defaults): BrandTexts {
  const { name, accent, senderName, helpUrl = '', privacyUrl = '' } = toBrand(setting, defaults);
  const sender = senderName ?? (readSender(defaults.MAIL_FROM ?? '')?.name || name);
  return { name, accent, senderName: sender, helpUrl, privacyUrl };
}

const DETAILS = {
  name: ['name', 'nameBefore'],
  accent: ['accent', 'accentWas'],
  senderName: ['sender', 'senderWas'],
  helpUrl: ['helpLink', 'helpLinkWas'],
  privacyUrl: ['privacyLink', 'privacyLinkWas'],
} as const satisfies Record<keyof BrandTexts, readonly [keyof AuditDetail, keyof AuditDetail]>;

/**
 * Stores the typed texts that differ from those in effect, with an audit entry; returns whether any did. What is empty or
 * equals its default follows the default from now on.
 */
export async function saveBrand(
  db: Db,
  task: { typed: BrandTexts; defaults: Defaults; by: Actor; now: Date },
): Promise<boolean> {
  const { typed, defaults, by, now } = task;
  return db.transaction(async (tx) => {
    const { before, after } = await changeBrandSetting(tx, {
      change: (setting) => merge(setting, typed, defaults),
      now,
    });
    const [was, is] = [textsInEffect(before, defaults), textsInEffect(after, defaults)];
    const changed = BRAND_TEXTS.filter((text) => was[text] !== is[text]);
    if (changed.length === 0) return false;
    const detail: AuditDetail = Object.fromEntries(
      changed.flatMap((text) => [
        [DETAILS[text][0], is[text]],
        [DETAILS[text][1], was[text]],
      ]),
    );
    await writeAudit(tx, { by, event: 'brand.changed', subject: is.name, detail, at: now });
    return true;
  });
}

function merge(setting: BrandSetting, typed: BrandTexts, defaults: Defaults): BrandSetting {
  const shown = textsInEffect(setting, defaults);
  const merged = { ...setting };
  for (const text of BRAND_TEXTS) {
    // An unchanged default is not a choice: it may change.
    if (typed[text] === shown[text]) continue;
    const fallback = textsInEffect({ ...merged, [text]: undefined }, defaults)[text];
    merged[text] = typed[text] === '' || typed[text] === fallback ? undefined : typed[text];
  }
  return merged;
}
