import type { z } from 'zod';

/** A schema with a value that it takes. */
export type Example = readonly [schema: z.ZodType, value: unknown];

/** An example of `schema`, held to it by the compiler. */
export const example = <T extends z.ZodType>(schema: T, value: z.input<T>): Example => [schema, value];

/** The ids that examples name, by the path parameter that takes them. */
export const EXAMPLE_IDS = {
  ws_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d01',
  member_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d02',
  invite_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d03',
  key_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d04',
  workflow_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d05',
  run_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d06',
  node_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d07',
  upload_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d08',
  voice_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d09',
  template_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d10',
  endpoint_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d11',
  delivery_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d12',
  entry_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d13',
  plan_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d14',
  user_id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d15',
  audio_id: '9f2c4b7a1e6d8035',
} as const;

/** When the things of the examples were made, and when they were changed. */
export const TIMES = {
  created_at: '2026-03-02T09:30:00.000Z',
  updated_at: '2026-03-02T09:41:12.480Z',
} as const;
