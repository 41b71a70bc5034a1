import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { accessibilityProblems } from '../../../tools/dev/axe.ts';
import type { Browser } from '../../../tools/dev/browser.ts';
import { openBrowser } from '../../../tools/dev/browser.ts';
import { startTestApp, type TestApp } from '../../server/test/support/app.ts';
import { startBilling } from '../../server/test/support/billing.ts';
import { scriptedSpeech } from '../../server/test/support/fake-speech.ts';
import { changeLimits } from '../../server/test/support/mail.ts';
import { picture } from './support/pictures.ts';
import { continueHere, dropScript, openStudio } from './support/studio.ts';

let server: TestApp;
let browser: Browser;
beforeAll(async () => {
  const speech = scriptedSpeech({ durationMs: () => 700 });
  [server, browser] = await Promise.all([startTestApp({ speech: speech.providers }), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

test('a person without enough credits sees how many are missing, and on the plan page when the next ones come', async () => {
  await changeLimits(server, { monthly_credits: 3 });
  const page = await openStudio(browser, server.url);
  await continueHere(page);
  await page.getByRole('link', { name: '3 credits' }).waitFor();
  await dropScript(page);
  const cost = page.getByRole('region', { name: 'Cost' });
  await expect
    .poll(() => cost.textContent())
    .toMatch(/Not enough credits1 credit is missing\. The next grant of 3 credits is on /);
  await picture(page, 'studio-missing-credits');
  await cost.getByRole('link', { name: 'See your plan' }).click();
  const credits = page.getByRole('region', { name: 'Credits' });
  await expect.poll(() => credits.textContent()).toMatch(/3 credits left.*Next grant: 3 credits on/);
  await page.getByRole('region', { name: 'Your plan' }).getByText('Credits per month').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture(page, 'studio-plan');
}, 60_000);

test('a start that the service rejects for missing credits shows how many', async () => {
  await changeLimits(server, { monthly_credits: 1_000 });
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.route('**/api/v1/workflows/*/runs', (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    const details = [
      { field: 'needed', message: '2500' },
      { field: 'balance', message: '1000' },
    ];
    const message = 'The run needs at least 2,500 credits; 1000 are left.';
    const error = { code: 'INSUFFICIENT_CREDITS', message, details };
    return route.fulfill({ status: 402, json: { error, meta: { request_id: 'req_1' } } });
  });
  await page.goto(`${server.url}/studio`);
  await continueHere(page);
  await dropScript(page, 'lighthouse');
  const start = page.getByRole('button', { name: 'Start', exact: true });
  await expect.poll(() => start.isEnabled()).toBe(true);
  await start.click();
  await page
    .getByRole('alert')
    .getByText('1,500 credits are missing. The next grant of 1,000 credits is on')
    .waitFor();
}, 60_000);

test('a person adds a card, subscribes with it, sees the price of a change before making it, and cancels', async () => {
  const billing = await startBilling();
  onTestFinished(() => billing.close());
  // Tokens of the studio are valid by the time of this machine.
  billing.advance(new Date());
  const page = await browser.newPage();
  onTestFinished(() => page.close());
  await page.goto(`${billing.server.url}/studio`);
  await continueHere(page);
  await page.getByRole('link', { name: /credits/ }).click();
  const plans = page.getByRole('region', { name: 'Plans' });
  const { name, id } = billing.plan('creator-monthly');
  await plans.getByRole('button', { name: `Choose ${name}, $19.00 a month` }).click();
  // Nobody can pay without a card.
  await plans.getByText('$19.00 is due now. No card is charged yet').waitFor();
  expect(await plans.getByRole('button', { name: 'Confirm' }).count()).toBe(0);
  await picture(page, 'studio-no-card');
  // The page of the payment processor, on which the person enters a card and is led back.
  await page.route('https://checkout.stripe.com/**', (route) => {
    const session = route.request().url().split('/').at(-1) ?? '';
    const { success_url } = billing.processor.control.completeCheckout(session, 'pm_card_visa');
    return route.fulfill({ status: 302, headers: { location: success_url ?? '' } });
  });
  await plans.getByRole('button', { name: 'Add a card' }).click();
  const payer = await billing.payer('developer');
  const cards = page.getByRole('region', { name: 'Cards' });
  // The only card is charged without another click.
  await cards.getByText('charged for invoices').waitFor();
  await cards.getByText('visa •••• 4242').waitFor();
  expect(page.url()).toBe(`${billing.server.url}/studio/plan`);
  expect(await accessibilityProblems(page)).toEqual([]);
  await plans.getByRole('button', { name: `Choose ${name}, $19.00 a month` }).click();
  await picture(page, 'studio-plans');
  await plans.getByRole('button', { name: 'Confirm' }).click();
  await plans.getByText('current', { exact: true }).waitFor();
  expect((await payer.subscription())?.plan.id).toBe(id);
  const larger = billing.plan('studio-monthly');
  await plans.getByRole('button', { name: `Choose ${larger.name}, $99.00 a month` }).click();
  await plans.getByText(/^It starts on .* Due now: \$/).waitFor();
  await plans.getByRole('button', { name: 'Not now' }).click();
  expect((await payer.subscription())?.plan.id).toBe(id);
  await plans.getByRole('button', { name: 'Cancel the subscription' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the subscription' }).click();
  await page
    .getByRole('region', { name: 'Your plan' })
    .getByText(/^It ends on/)
    .waitFor();
  await plans.getByRole('button', { name: 'Keep the current plan' }).click();
  await page
    .getByRole('region', { name: 'Your plan' })
    .getByText(/^It renews on/)
    .waitFor();
}, 60_000);
