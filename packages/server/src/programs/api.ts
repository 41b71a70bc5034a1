import { runProcess } from './process.ts';
import { readServerOptions } from './test-payments.ts';

await runProcess('api', readServerOptions('Starts the API without a worker.'));
