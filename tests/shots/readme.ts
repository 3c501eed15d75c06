import { join } from 'node:path';
import sharp from 'sharp';
import { DEFAULT_LOCALE } from '@/lib/i18n/locales';
import { SCENES } from '../support/scenes';
import type { SceneRunner } from '../support/scenes/scene-runner';

const FOLDER = join('docs', 'images');
/** A reader of the README should not wait for them. */
const MAX_BYTES = 120_000;

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 800 };

/** The pictures in README.md: the top of a scene, as a window of that size shows it. */
const PICTURES = [
  { file: 'leads.png', scene: 'leads', colorScheme: 'light', size: DESKTOP },
  { file: 'form.png', scene: 'form-filled', colorScheme: 'light', size: PHONE },
  { file: 'lead.png', scene: 'lead-history', colorScheme: 'dark', size: DESKTOP },
  { file: 'team.png', scene: 'team', colorScheme: 'light', size: DESKTOP },
  { file: 'import.png', scene: 'import-check', colorScheme: 'light', size: DESKTOP },
] as const;

/**
 * Takes the pictures in README.md again.
 *
 * @returns the paths written
 * @throws {Error} if one is too large
 */
export async function takeReadmePictures(runner: SceneRunner): Promise<string[]> {
  const files: string[] = [];
  for (const { file, scene: id, colorScheme, size } of PICTURES) {
    const scene = SCENES.find((one) => one.id === id);
    if (!scene) throw new Error(`There is no scene ${id}.`);
    const path = join(FOLDER, file);
    await runner.play(scene, DEFAULT_LOCALE, async (page) => {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await page.evaluate(async () => {
        scrollTo(0, 0);
        await document.fonts.ready;
      });
      const { size: bytes } = await sharp(await page.screenshot({ animations: 'disabled' }))
        .png({ palette: true, effort: 10 })
        .toFile(path);
      if (bytes > MAX_BYTES) throw new Error(`${path} has ${bytes} bytes, more than ${MAX_BYTES}.`);
    });
    files.push(path);
  }
  return files;
}
