import { sql } from 'kysely';

/** The stored events of a customer at the payment processor. */
export const processorEventsOfSql = (customerId: string) => ({
  table: 'processor_event',
  rows: sql`processor_customer_id = ${customerId}`,
});
