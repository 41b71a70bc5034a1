import type { z } from 'zod';

/** The example of each schema that is sent or returned: the document shows them, tests send them. */
export const EXAMPLES = new Map<z.ZodType, unknown>();

/** Adds the example of a schema, type-checked. Call it next to the schema. */
export function example<T extends z.ZodType>(schema: T, value: z.input<T>): void {
  EXAMPLES.set(schema, value);
}

/** The IDs in examples, by path parameter. */
export const EXAMPLE_IDS = {
  ws_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d01',
  member_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d02',
  invite_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d03',
  key_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d04',
  workflow_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d05',
  run_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d06',
  node_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d07',
  review_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d16',
  comment_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d17',
  assignment_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d18',
  link_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d19',
  share_token: 'vl_share_3kTq9ZbW1xYp7LmC0aRd5NfHs8JvUe2GiKoQtBwXyz4',
  upload_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d08',
  voice_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d09',
  template_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d10',
  endpoint_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d11',
  delivery_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d12',
  entry_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d13',
  budget_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d20',
  schedule_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d21',
  plan_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d14',
  user_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d15',
  audio_id: '9f2c4b7a1e6d8035',
} as const;

/** The creation and update times in examples. */
export const TIMES = {
  created_at: '2026-03-02T09:30:00.000Z',
  updated_at: '2026-03-02T09:41:12.480Z',
} as const;
