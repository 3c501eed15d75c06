import 'server-only';
import type { HtmlBrand, MailBrand } from '@/lib/core/html';
import type { Catalogue } from '@/lib/i18n/catalogue';
import type { Brand, BrandPicture } from './brand';
import { SURFACES } from './palette';

/** The height of the logo on plain pages and in mails, and the width that it may have, in CSS pixels. */
const HEIGHT = 32;
const MAX_WIDTH = 200;

/** The brand of a page without React. */
export function toHtmlBrand({ name, logo, colors }: Brand): HtmlBrand {
  return { name, logo: logo && toHtmlImage(logo), linkColors: colors.link };
}

/** The same while the database is away, and with it the logo. */
export function toTextBrand({ name, colors }: Brand): HtmlBrand {
  return { name, linkColors: colors.link };
}

/** The brand of a mail in the language of its reader. */
export function toMailBrand(
  brand: Brand,
  { appUrl, messages }: { appUrl: string; messages: Catalogue['messages'] },
): MailBrand {
  const { name, logo, colors, helpUrl, privacyUrl } = brand;
  const image = logo && toHtmlImage(logo);
  return {
    name,
    logo: image && { ...image, src: new URL(image.src, appUrl).href },
    linkColors: colors.link,
    button: { fill: colors.button, text: colors.onButton },
    links: [
      ...(helpUrl ? [{ href: helpUrl, label: messages.Shell.help }] : []),
      ...(privacyUrl ? [{ href: privacyUrl, label: messages.Shell.privacy }] : []),
    ],
  };
}

function toHtmlImage({ src, width, height, plates, holdsName }: BrandPicture) {
  const scale = Math.min(HEIGHT / height, MAX_WIDTH / width, 1);
  return {
    src,
    holdsName,
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    plates: {
      light: plates.includes('light') ? SURFACES.dark.surface : 'transparent',
      dark: plates.includes('dark') ? SURFACES.light.surface : 'transparent',
    },
  };
}
