import { runProcess } from './process.ts';

await runProcess('api');
