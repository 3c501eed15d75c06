import 'server-only';
import type { Env } from '@/lib/core/env';
import type { Theme } from '@/lib/core/theme';
import { accentStyle } from './accent-style';
import { imagePath } from './image-path';
import { accentOf, DEFAULT_ACCENT } from './palette';
import type { BrandImage, BrandSetting } from './setting';

/** The settings that name a brand while no admin chose one. */
export type BrandDefaults = Pick<Env, 'BRAND_NAME' | 'BRAND_ACCENT' | 'BRAND_HELP_URL' | 'BRAND_PRIVACY_URL'>;

/** A picture as pages show it. */
export type BrandPicture = {
  /** Its path on this desk; another picture has another one. */
  src: string;
  width: number;
  height: number;
  plates: readonly Theme[];
  /** It is so wide that it is taken to contain the name. */
  holdsName: boolean;
};

/** The vendor's brand, as every page, mail and print shows it. */
export type Brand = {
  name: string;
  /** The vendor's color, `#` and six hex digits; what is shown of it: `accentOf`. */
  accent: string;
  /** The style that puts the accent into effect; absent for the default one. */
  style?: string;
  logo?: BrandPicture;
  icon?: BrandPicture;
  /** Who mails are from, if an admin chose this or the name; absent: as `MAIL_FROM` names it. */
  senderName?: string;
  /** Where people find help: https, http or mailto. */
  helpUrl?: string;
  /** https or http. */
  privacyUrl?: string;
  /** Colors of links on a surface, per theme, and of a mail's button. */
  colors: { link: Record<Theme, string>; button: string; onButton: string };
};

/** The brand that results from what admins chose, and the defaults for the rest. */
export function toBrand(setting: BrandSetting, defaults: BrandDefaults): Brand {
  const chosen = setting.accent ?? defaults.BRAND_ACCENT;
  const accent = chosen ?? DEFAULT_ACCENT;
  const { light, dark } = accentOf(accent);
  return {
    name: setting.name ?? defaults.BRAND_NAME,
    accent,
    style: chosen && accentStyle(chosen),
    logo: setting.logo && toPicture(setting.logo),
    icon: setting.icon && toPicture(setting.icon),
    senderName: setting.senderName ?? setting.name,
    helpUrl: setting.helpUrl ?? defaults.BRAND_HELP_URL,
    privacyUrl: setting.privacyUrl ?? defaults.BRAND_PRIVACY_URL,
    colors: {
      link: { light: light.text, dark: dark.text },
      button: light.solid,
      onButton: light.onSolid,
    },
  };
}

/** From this ratio of width to height. */
const WIDE = 2;

function toPicture({ digest, ...rest }: BrandImage): BrandPicture {
  return { src: imagePath(digest), holdsName: rest.width >= rest.height * WIDE, ...rest };
}
