import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type { Theme } from '@/lib/core/theme';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

/** The rules whose result depends on colours: only these can differ between light and dark. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Fails, naming rule and elements, if axe finds anything on the current page in one of the themes. */
export async function expectAccessible(
  page: Page,
  themes: readonly [Theme, ...Theme[]] = ['light', 'dark'],
): Promise<void> {
  const [first, ...others] = themes;
  await expectNoViolations(page, { colorScheme: first, axe: axeOn(page).withTags(RULES) });
  for (const colorScheme of others)
    await expectNoViolations(page, { colorScheme, axe: axeOn(page).withRules(COLOUR_RULES) });
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/**
 * Runs within the page itself; the other mode opens a second page for each run, for frames, which the desk has none of.
 * Only what is wrong is described: describing what is right takes longer than finding it.
 */
function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true);
}

async function expectNoViolations(
  page: Page,
  { colorScheme, axe }: { colorScheme: Theme; axe: AxeBuilder },
): Promise<void> {
  // Nothing fades for people who prefer less motion, so no color is between that of one theme and that of the other.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const fading = await page.evaluate(
    () =>
      document.getAnimations().filter((each) => each instanceof CSSTransition && each.playState === 'running')
        .length,
  );
  expect(fading, 'transitions although the person prefers less motion').toBe(0);
  // A page that is reached without a reload may be on screen a moment before its title is set.
  await expect(page).toHaveTitle(/\S/);
  const { violations } = await axe.analyze();
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, html, failureSummary = '' }) =>
        `${id}: ${help}\n  ${target.join(' ')}\n  ${html}\n  ${failureSummary}`,
    ),
  );
  expect(found, `axe, ${colorScheme}, ${page.url()}`).toEqual([]);
}
