import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** A phone, and a desktop that shows every column and list. */
const WIDTHS = [390, 1920];
/** Shows nothing that the desktop does not show, in less space. */
const LAPTOP = 1366;
const THEMES = ['light', 'dark'] as const;
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds on the page that is open, at both widths in both themes, and where it scrolls sideways. The page is
 * loaded once; only its window and its colors change, and in the dark theme only what is about colors is looked at again.
 * `exclude`: parts that were seen on another page.
 */
export async function accessibilityProblems(page: Page, exclude: string[] = []): Promise<string[]> {
  const problems: string[] = [];
  const checkWidth = async (width: number): Promise<void> => {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (overflow > 0) problems.push(`${width} px: The page scrolls sideways by ${overflow} px.`);
  };
  await page.evaluate(axe.source);
  await checkWidth(LAPTOP);
  for (const width of WIDTHS) {
    await checkWidth(width);
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
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => `${id} at ${target.join(' ')}: ${any[0]?.message ?? ''}`),
  );
}
