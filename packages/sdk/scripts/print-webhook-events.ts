import { WebhookEvent } from '@voiceloom/contract';

/** The text of `src/generated/webhook-events.ts`: the types of the events that webhooks carry. */
export function printWebhookEvents(): string {
  const types = WebhookEvent.options.map(({ shape }) => `  '${shape.type.value}',\n`);
  return `// Written by scripts/gen.ts. Do not edit.

/** The types of the events that webhooks carry. */
export const webhookEventTypes = [
${types.join('')}] as const;
`;
}
