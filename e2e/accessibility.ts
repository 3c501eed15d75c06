import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOnly } from 'axe-core';
import type { Theme } from '@/lib/core/theme';

/** The short form: pages read it in two thirds of the time. */
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

const RULES: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
};

/** The rules whose result depends on colours: only these can differ between light and dark. */
const COLOUR_RULES: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Fails, naming rule and elements, if axe finds anything on the current page in one of the themes. */
export async function expectAccessible(
  page: Page,
  themes: readonly [Theme, ...Theme[]] = ['light'],
): Promise<void> {
  const [first, ...others] = themes;
  await expectNoViolations(page, { colorScheme: first, runOnly: RULES });
  for (const colorScheme of others) await expectNoViolations(page, { colorScheme, runOnly: COLOUR_RULES });
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

async function expectNoViolations(
  page: Page,
  { colorScheme, runOnly }: { colorScheme: Theme; runOnly: RunOnly },
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
  const found = (await violationsOn(page, runOnly)).flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, html, failureSummary = '' }) =>
        `${id}: ${help}\n  ${target.join(' ')}\n  ${html}\n  ${failureSummary}`,
    ),
  );
  expect(found, `axe, ${colorScheme}, ${page.url()}`).toEqual([]);
}

/**
 * Runs axe in the page itself, and loads it there once for all themes. Its adapter for Playwright loads it again for each
 * run and merges the results of frames, which the desk has none of: that takes longer than the checks.
 */
async function violationsOn(page: Page, runOnly: RunOnly) {
  const isLoaded = await page.evaluate(() => 'axe' in globalThis);
  if (!isLoaded) await page.evaluate(AXE);
  return page.evaluate(async (rules) => {
    // Only what is wrong is described. No rule in use reads style sheets or media, which axe would fetch first.
    const { violations } = await window.axe.run({
      runOnly: rules,
      resultTypes: ['violations'],
      preload: false,
    });
    return violations;
  }, runOnly);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
