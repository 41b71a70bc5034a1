import { expect, test } from 'vitest';
import { DAY_MS, SECRET_KEY, startBilling, WEBHOOK_SECRET } from '../support/billing.ts';

/** Every secret that only the service, its caller and the processor may know, as it appears in JSON. */
function secretsIn(text: string): string[] {
  return [...text.matchAll(/"client_secret":\s*"([^"]+)"/g)].map(([, secret]) => String(secret));
}

test('no key, client secret, card or webhook secret is ever logged', async () => {
  const lines: string[] = [];
  const billing = await startBilling({ logTo: { write: (line: string) => void lines.push(line) } });
  const answers: string[] = [];
  try {
    const payer = await billing.payer();
    const say = async (answer: Promise<{ text: string }>) => void answers.push((await answer).text);
    const { control } = billing.processor;
    await say(payer.call('POST', '/api/v1/users/me/payment-methods'));
    const plan_id = billing.plan('creator-monthly').id;
    const body = { plan_id, return_url: 'https://app.example.com' };
    await say(payer.call('POST', '/api/v1/billing/checkout', body));
    await payer.addDefaultCard('pm_card_chargeCustomerFail');
    // A declined payment, whose error response contains the whole payment.
    await say(payer.subscribe('creator-monthly'));
    await payer.addDefaultCard();
    for (const kind of ['server_error', 'cut_before', 'rate_limit'] as const) {
      control.fail(kind, { method: 'POST', times: 3 });
      await say(payer.subscribe('creator-monthly'));
      control.clearFaults();
    }
    await say(payer.subscribe('creator-monthly'));
    await say(
      billing.server.request('POST', '/webhooks/stripe', {
        body: { id: 'evt_1' },
        headers: { 'Stripe-Signature': 'x' },
      }),
    );
    billing.advance(31 * DAY_MS);
    await billing.settle();
    // An internal error, which is logged with all its fields.
    const { payments } = billing.app;
    if (!payments) throw new Error('There are no payments.');
    billing.app.payments = {
      ...payments,
      previewUpgrade: async () => {
        await payments.releaseSchedule('sub_sched_unknown', { key: 'k' });
        return { amount: 0, currency: 'usd' };
      },
    };
    await say(payer.call('GET', `/api/v1/billing/plans/${billing.plan('studio-monthly').id}/preview`));
    await say(payer.call('GET', '/api/v1/users/me/payment-methods'));
  } finally {
    await billing.close();
  }
  const log = lines.join('');
  expect([log.includes('"level":50'), log.includes('unavailable')]).toEqual([true, true]);
  const clientSecrets = answers.flatMap(secretsIn);
  expect(clientSecrets.length).toBeGreaterThanOrEqual(2);
  for (const secret of [SECRET_KEY, WEBHOOK_SECRET, ...clientSecrets, '_secret_', '"last4"', '4242', '0341'])
    expect(log.includes(secret), secret.slice(0, 12)).toBe(false);
});
