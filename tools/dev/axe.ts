import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axe from 'axe-core';
import type { Page } from './browser.ts';

/** A desktop width that shows all columns and lists, and a phone width. */
const WIDTHS = [1920, 390];
/** Shows no more than the desktop, in less space. */
const LAPTOP = 1366;
const THEMES = ['light', 'dark'] as const;
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];
/** Half as long as `axe.source`, because each page compiles it. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/**
 * The problems that axe finds on the open page, at both widths in both themes, and where the page scrolls
 * sideways. The page loads once, and only its window size and colors change. Colors are checked wherever an
 * element looks different from before, and everything else at each width. `exclude`: parts that were checked
 * on another page.
 */
export async function accessibilityProblems(page: Page, exclude: string[] = []): Promise<string[]> {
  const problems: string[] = [];
  const checkWidth = async (width: number): Promise<void> => {
    await page.setViewportSize({ width, height: 900 });
    // Observers of sizes run in the next frame, and what they change is drawn in the one after.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (overflow > 0) problems.push(`${width} px: The page scrolls sideways by ${overflow} px.`);
  };
  await page.evaluate(AXE);
  await checkWidth(LAPTOP);
  for (const width of WIDTHS) {
    await checkWidth(width);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate(noteNewPaint, { theme: colorScheme, exclude });
      const look = { exclude, colorRules: COLOR_RULES, isForAll: colorScheme === 'light' };
      const found = await page.evaluate(findProblems, look);
      problems.push(...found.map((problem) => `${width} px, ${colorScheme}: ${problem}`));
    }
  }
  return problems;
}

/** The state that a checked page keeps. */
interface Looked {
  axe: typeof axe;
  paints?: Record<string, Map<Element, Set<string>>>;
  painted?: Element[];
}

/**
 * Runs in the page. Records the visible elements whose colors, text size, decoration or stacking are new in
 * this theme.
 */
function noteNewPaint({ theme, exclude }: { theme: string; exclude: string[] }): void {
  const page = window as unknown as Looked;
  page.paints ??= {};
  page.paints[theme] ??= new Map();
  page.painted = [];
  for (const element of document.querySelectorAll('body, body *')) {
    if (!element.checkVisibility() || exclude.some((part) => element.closest(part))) continue;
    const style = getComputedStyle(element);
    const [size, weight] = [Number.parseFloat(style.fontSize), Number(style.fontWeight)];
    const paint = [
      ...[style.color, style.backgroundColor, style.backgroundImage, style.opacity, style.filter],
      ...[style.mixBlendMode, style.textShadow, style.textDecorationLine, style.borderBottomStyle],
      ...[style.position, weight],
      // What counts as large text in WCAG 2: 18 points, or 14 points in bold.
      size >= 24 || (size >= 18.66 && weight >= 700),
    ].join();
    const before = page.paints[theme].get(element) ?? new Set();
    if (before.has(paint)) continue;
    page.paints[theme].set(element, before.add(paint));
    page.painted.push(element);
  }
}

interface Look {
  exclude: string[];
  colorRules: string[];
  /** Whether to run all rules, or only those about colors. */
  isForAll: boolean;
}

/** Runs in the page. */
async function findProblems({ exclude, colorRules, isForAll }: Look): Promise<string[]> {
  const { axe: engine, painted = [] } = window as unknown as Looked;
  const isWhole = painted[0] === document.body;
  const rules = Object.fromEntries(colorRules.map((rule) => [rule, { enabled: isWhole }]));
  const results: axe.AxeResults[] = [];
  const look = async (include: typeof document | Element[], options: axe.RunOptions): Promise<void> => {
    results.push(await engine.run({ include, exclude }, { resultTypes: ['violations'], ...options }));
  };
  if (isForAll) await look(document, { rules });
  if (painted.length > 0 && !(isForAll && isWhole)) await look(painted, { runOnly: colorRules });
  return results.flatMap(({ violations }) =>
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => `${id} at ${target.join(' ')}: ${any[0]?.message ?? ''}`),
    ),
  );
}
