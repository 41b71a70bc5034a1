import { expect, onTestFinished } from 'vitest';
import type { Browser, Page } from '../../../../tools/dev/browser.ts';
import { watchedPage } from '../../../../tools/dev/browser.ts';

/** A page of the studio. Errors in it, requests to other hosts and violations of its policy fail the test. */
export async function openStudio(browser: Browser, url: string, others: string[] = []): Promise<Page> {
  const { page, strangers, faults } = await watchedPage(browser, url);
  for (const other of others) await page.route(`${other}/**`, (route) => route.continue());
  onTestFinished(async () => {
    await page.close();
    expect({ strangers, faults }).toEqual({ strangers: [], faults: [] });
  });
  await page.setViewportSize({ width: 1366, height: 900 });
  await page.goto(`${url}/studio`);
  return page;
}

/** Signs in with the development issuer. */
export const continueHere = (page: Page) =>
  page.getByRole('button', { name: 'Continue on this machine' }).click();

/** Four texts of two characters in two languages, a placeholder, an unused column, and a row without text. */
export const SCRIPT = `id,character,en-us,de-de,mood
ln_1,Mara,Keep the light burning tonight.,Lass das Licht heute Nacht brennen.,calm
ln_2,Finn,I counted {ships} ships.,Ich zählte vierzig Schiffe.,proud
ln_3,Finn,,,silent
`;

/** Creates a production from the script, with the template for one voice. Ends on its page. */
export async function dropScript(page: Page, name = 'harbor', script = SCRIPT): Promise<void> {
  await page.getByRole('link', { name: 'New production' }).click();
  const file = { name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(script) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('4 lines · 2 characters · American English, German (Germany)').waitFor();
  // There are two characters, so the template for dialogue is selected. Another one can be selected.
  await page.getByRole('radio', { name: /^Game dialogue/, checked: true }).waitFor();
  await page.getByRole('radio', { name: /^Single narration/ }).check();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('heading', { name }).waitFor();
}
