import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '../../../../tools/dev/browser.ts';

/**
 * Folders for pictures. `STUDIO_PICTURES` gets the pictures of the guides: `docs/pictures`. `STUDIO_LOOKS`
 * gets every screen in all sizes and both themes, for manual review. Without them, tests take no pictures.
 */
const { STUDIO_PICTURES: guides, STUDIO_LOOKS: looks } = process.env;

const LAPTOP = { width: 1366, height: 900 };
const WIDTHS = [390, 1366, 1920];
const THEMES = ['light', 'dark'] as const;
/** Out of 100: text is sharp, and a picture is smaller than 60 kB. */
const QUALITY = 82;

/** Takes a picture of a screen if one of the folders is set. `height`: the height of the guide's picture. */
export async function picture(page: Page, name: string, height?: number): Promise<void> {
  if (looks === undefined && guides === undefined) return;
  // The picture for the guide first, because the work may be done after pictures in all sizes.
  if (guides !== undefined && height !== undefined) {
    await show(page, { width: LAPTOP.width, height, colorScheme: 'light' });
    const session = await page.context().newCDPSession(page);
    // Playwright itself does not write WebP.
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
  // Lists measure themselves and draw the rows that now fit.
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}
