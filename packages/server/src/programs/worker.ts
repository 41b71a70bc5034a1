import { runProcess } from './process.ts';
import { readOptions } from './read-options.ts';

readOptions({ purpose: 'Starts a worker without the API.' });
await runProcess('worker');
