// The program: loads the library and one model, and speaks or recognizes one request at a time.
import { LocalSpeechError } from './errors.ts';
import type { ChildMessage, Inspection, ParentMessage, Recognition, Synthesis } from './protocol.ts';
import { inspectModel, recognize, synthesize } from './requests.ts';

// One request at a time, so one number is enough.
let abortedId = 0;

async function respond(message: Exclude<ParentMessage, { kind: 'abort' }>): Promise<void> {
  const { id } = message;
  const isAborted = (): boolean => abortedId === id;
  try {
    let result: Synthesis | Recognition | Inspection;
    if (message.kind === 'synthesize') result = await synthesize(message.request, isAborted);
    else if (message.kind === 'recognize') result = await recognize(message.request, isAborted);
    else result = await inspectModel(message.request);
    send({ kind: 'result', id, result, memory_bytes: process.memoryUsage.rss() });
  } catch (error) {
    if (error instanceof LocalSpeechError) {
      send({ kind: 'error', id, code: error.code, message: error.message, fatal: false });
      return;
    }
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 200);
    send({ kind: 'error', id, code: 'ENGINE_FAILED', message: `The model failed: ${reason}`, fatal: true });
  }
}

function send(message: ChildMessage): void {
  process.send?.(message, undefined, {}, () => {});
}

process.on('message', (message: ParentMessage) => {
  if (message.kind === 'abort') abortedId = message.id;
  else void respond(message);
});
process.on('disconnect', () => process.exit(0));
// Ctrl-C reaches the whole process group, but the parent decides when the current request ends.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
