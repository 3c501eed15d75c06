import { join } from 'node:path';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { DEFAULT_LOCALE } from '@/lib/i18n/locales';
import { SCENES } from '../support/scenes';
import type { SceneRunner } from '../support/scenes/scene-runner';
import type { Vendor } from '../support/vendor';

const PATH = join('docs', 'images', 'live.gif');
const MAX_BYTES = 1_000_000;
const SIZE = { width: 960, height: 540 };
/** How long a reader sees the list before and after the change, in milliseconds. */
const [BEFORE_MS, AFTER_MS] = [1500, 3000];
/** The highlight of the row fades meanwhile. */
const [FADING_FRAMES, FRAME_MS] = [8, 150];

/**
 * Takes an animated picture of a status that changes in the portal while the list is open.
 *
 * @returns the path written
 * @throws {Error} if it is too large
 */
export async function takeAnimation(runner: SceneRunner, vendor: Vendor): Promise<string> {
  const scene = SCENES.find(({ id }) => id === 'leads');
  if (!scene) throw new Error('There is no scene leads.');
  const frames: Buffer[] = [];
  await runner.play(scene, DEFAULT_LOCALE, async (page) => {
    await page.setViewportSize(SIZE);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
    const take = async () => frames.push(await page.screenshot());
    const pending = page.getByRole('row').filter({ hasText: 'Pending' }).first();
    await pending.scrollIntoViewIfNeeded();
    const href = await pending.getByRole('link').first().getAttribute('href');
    const id = /\/leads\/(\w+)/.exec(href ?? '')?.[1];
    if (!id) throw new Error('The first pending lead of the list has no link.');
    const row = page.getByRole('row').filter({ has: page.locator(`a[href^="/leads/${id}"]`) });
    await take();
    await vendor.changeLead(id, { status: 'won' });
    await expect(row).toContainText('Won');
    for (let count = 0; count < FADING_FRAMES; count += 1) {
      await take();
      await page.waitForTimeout(FRAME_MS);
    }
    await take();
  });
  const fading = Array.from({ length: FADING_FRAMES }, () => FRAME_MS);
  const { size: bytes } = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [BEFORE_MS, ...fading, AFTER_MS], effort: 10 })
    .toFile(PATH);
  if (bytes > MAX_BYTES) throw new Error(`${PATH} has ${bytes} bytes, more than ${MAX_BYTES}.`);
  return PATH;
}
