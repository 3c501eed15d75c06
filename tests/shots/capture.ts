import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { THEMES, type Theme } from '@/lib/core/theme';
import { DEFAULT_LOCALE } from '@/lib/i18n/locales';
import type { Scene } from '../support/scenes/scene';

export const WIDTHS = [360, 768, 1024, 1440] as const;

export type Width = (typeof WIDTHS)[number];

const HEIGHTS: Record<Width, number> = { 360: 740, 768: 1024, 1024: 768, 1440: 900 };
/** A4 at 96 dpi, inside the margins that browsers print by default. */
const PAPER = { width: 718, height: 1046 };
/** A page of hundreds of rows is cut off below this. */
const MAX_HEIGHT = 4000;

export type Shot = {
  scene: string;
  /** A width in pixels, or `print`. */
  width: number | 'print';
  theme: Theme;
  language: string;
  /** Relative to the folder. */
  file: string;
  /** How many pixels the page is wider than its window. */
  overflow: number;
  /** The texts of buttons that are wider than their button. */
  cut: string[];
};

/** Takes all pictures of the page on screen and stores them in `folder`. */
export async function capture(
  page: Page,
  {
    scene,
    language,
    folder,
    widths = WIDTHS,
  }: { scene: Scene; language: string; folder: string; widths?: readonly Width[] },
): Promise<Shot[]> {
  const shots: Shot[] = [];
  const take = async (width: Shot['width'], theme: Shot['theme']) => {
    const file = `${scene.id}.${language}.${width}.${theme}.png`;
    const { overflow, height, cut } = await measure(page);
    const clip = { x: 0, y: 0, width: page.viewportSize()?.width ?? 0, height: Math.min(height, MAX_HEIGHT) };
    // The change of theme is not to be seen halfway.
    await page.screenshot({ path: join(folder, file), fullPage: true, clip, animations: 'disabled' });
    shots.push({ scene: scene.id, width, theme, language, file, overflow, cut });
  };
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHTS[width] });
    // How wide texts are does not depend on the theme, and other languages are there for that only.
    for (const theme of language === DEFAULT_LOCALE ? THEMES : (['light'] as const)) {
      await page.emulateMedia({ colorScheme: theme });
      await take(width, theme);
    }
  }
  if (scene.print) {
    await page.setViewportSize(PAPER);
    await page.emulateMedia({ colorScheme: 'light', media: 'print' });
    await take('print', 'light');
    await page.emulateMedia({ media: null });
  }
  return shots;
}

function measure(page: Page): Promise<{ overflow: number; height: number; cut: string[] }> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const { scrollWidth, scrollHeight } = document.documentElement;
    const isCut = (button: Element) =>
      button.clientWidth > 1 &&
      button.scrollWidth > button.clientWidth + 1 &&
      getComputedStyle(button).textOverflow !== 'ellipsis';
    const cut = [...document.querySelectorAll('button, summary, [role=tab]')].filter(isCut);
    return {
      overflow: scrollWidth - innerWidth,
      height: Math.max(scrollHeight, innerHeight),
      cut: cut.map(({ textContent }) => textContent.trim()),
    };
  });
}
