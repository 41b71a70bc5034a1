import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** A phone, a laptop and a desktop. */
const WIDTHS = [390, 1366, 1440];
const THEMES = ['light', 'dark'] as const;
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds on the page that is open, and where it scrolls sideways: at every width, in both themes. The page is
 * loaded once; only its window and its colors change, and in the dark theme only what is about colors is looked at again.
 * `exclude`: parts that were seen on another page.
 */
export async function accessibilityProblems(page: Page, exclude: string[] = []): Promise<string[]> {
  const problems: string[] = [];
  await page.evaluate(axe.source);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      const rules = colorScheme === 'light' ? [] : COLOR_RULES;
      const found = await page.evaluate(findProblems, { rules, exclude });
      problems.push(...found.map((problem) => `${width} px, ${colorScheme}: ${problem}`));
    }
  }
  return problems;
}

/** Runs in the page; without rules all of them. */
async function findProblems({ rules, exclude }: { rules: string[]; exclude: string[] }): Promise<string[]> {
  const { axe: engine } = window as unknown as { axe: typeof axe };
  const { violations } = await engine.run(
    { include: document, exclude },
    {
      resultTypes: ['violations'],
      ...(rules.length > 0 && { runOnly: rules }),
    },
  );
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id} at ${target.join(' ')}: ${any[0]?.message ?? ''}`),
  );
  const overflow = document.documentElement.scrollWidth - window.innerWidth;
  return overflow > 0 ? [...found, `The page scrolls sideways by ${overflow} px.`] : found;
}
