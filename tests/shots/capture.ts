import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { THEMES, type Theme } from '@/lib/core/theme';
import type { Scene } from './scene';

const WIDTHS = [360, 768, 1024, 1440] as const;

const HEIGHTS: Record<(typeof WIDTHS)[number], number> = { 360: 740, 768: 1024, 1024: 768, 1440: 900 };
/** The width of A4 paper at 96 dpi. */
const PAPER = { width: 794, height: 1123 };
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
};

/** Takes all pictures of the page on screen and stores them in `folder`. */
export async function capture(
  page: Page,
  { scene, language, folder }: { scene: Scene; language: string; folder: string },
): Promise<Shot[]> {
  const shots: Shot[] = [];
  const take = async (width: Shot['width'], theme: Shot['theme']) => {
    const file = `${scene.id}.${language}.${width}.${theme}.png`;
    const { overflow, height } = await measure(page);
    const clip = { x: 0, y: 0, width: page.viewportSize()?.width ?? 0, height: Math.min(height, MAX_HEIGHT) };
    await page.screenshot({ path: join(folder, file), fullPage: true, clip });
    shots.push({ scene: scene.id, width, theme, language, file, overflow });
  };
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHTS[width] });
    for (const theme of THEMES) {
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

function measure(page: Page): Promise<{ overflow: number; height: number }> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const { scrollWidth, scrollHeight } = document.documentElement;
    return { overflow: scrollWidth - innerWidth, height: Math.max(scrollHeight, innerHeight) };
  });
}
