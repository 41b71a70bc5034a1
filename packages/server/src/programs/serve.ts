import { runProcess } from './process.ts';
import { readServerOptions } from './test-payments.ts';

await runProcess('all', readServerOptions('Starts the API and a worker in one process.'));
