import { buffer } from 'node:stream/consumers';
import type { ScriptFormat } from '../../text/script.ts';
import { countScript } from './count-script.ts';

// The whole of a process: a script on its standard input, its format as the argument, its counts on its standard output.
const bytes = await buffer(process.stdin);
process.stdout.write(JSON.stringify(countScript(bytes, process.argv[2] as ScriptFormat)));
