import { example, EXAMPLE_IDS as ids, TIMES } from '../../openapi/example.ts';
import { DeliveryTarget, PutDeliveryTarget, RunDelivery, StartRunDelivery } from './schemas.ts';

const place = {
  endpoint: 'https://s3.eu-central-1.wasabisys.com',
  region: 'eu-central-1',
  bucket: 'harbor-tales-audio',
  prefix: 'builds/voice',
};

/** Examples of buckets, and of the runs that are sent there. */
export const deliveryExamples = [
  example(PutDeliveryTarget, {
    ...place,
    path_style: true,
    access_key_id: 'EXAMPLEKEYID00000042',
    secret_access_key: 'example-secret-of-the-key',
  }),
  example(DeliveryTarget, {
    id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d51',
    name: 'game-builds',
    ...place,
    path_style: true,
    access_key_preview: '••••0042',
    checked_at: TIMES.updated_at,
    ...TIMES,
  }),
  example(StartRunDelivery, { target: 'game-builds' }),
  example(RunDelivery, {
    id: '0193a7c2-5b1e-7c40-9d2a-3f6b8e0c1d52',
    run_id: ids.run_id,
    node_id: null,
    target: 'game-builds',
    destination: 's3://harbor-tales-audio/builds/voice',
    automatic: false,
    status: 'running',
    files_total: 1_204,
    files_done: 512,
    files_failed: 0,
    size_bytes: 88_412_160,
    failures: [],
    error: null,
    created_at: TIMES.created_at,
    started_at: TIMES.created_at,
    completed_at: null,
  }),
];
