import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/**
 * Folders. `STUDIO_PICTURES` gets the pictures of the guides: `docs/pictures`. `STUDIO_LOOKS` gets every screen in all
 * sizes and both themes, to be looked at. Without them, tests take no pictures.
 */
const { STUDIO_PICTURES: guides, STUDIO_LOOKS: looks } = process.env;

const LAPTOP = { width: 1366, height: 900 };
const WIDTHS = [390, 1366, 1920];
const THEMES = ['light', 'dark'] as const;
/** Of 100: text is sharp, and a picture has less than 60 kB. */
const QUALITY = 82;

/** Takes a picture of a screen if somebody asked for pictures. `height`: of what a guide shows of it. */
export async function picture(page: Page, name: string, height?: number): Promise<void> {
  if (looks === undefined && guides === undefined) return;
  // First what is at work: it may be done when every size was looked at.
  if (guides !== undefined && height !== undefined) {
    await show(page, { width: LAPTOP.width, height, colorScheme: 'light' });
    const session = await page.context().newCDPSession(page);
    // Playwright itself writes no WebP.
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    await session.detach();
    await writeFile(join(guides, `${name}.webp`), Buffer.from(data, 'base64'));
  }
  if (looks !== undefined)
    for (const width of WIDTHS)
      for (const colorScheme of THEMES) {
        await show(page, { width, height: LAPTOP.height, colorScheme });
        await page.screenshot({ path: join(looks, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      }
  await show(page, { ...LAPTOP, colorScheme: 'light' });
}

interface Look {
  width: number;
  height: number;
  colorScheme: 'light' | 'dark';
}

async function show(page: Page, { colorScheme, ...size }: Look): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme });
  await page.mouse.move(0, 0);
  await page.evaluate(() => window.scrollTo(0, 0));
  // Lists measure themselves, and draw what has room now.
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}
