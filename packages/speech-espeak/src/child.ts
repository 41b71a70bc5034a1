// SPDX-License-Identifier: GPL-3.0-or-later
import { type Engine, loadEngine } from './engine.ts';
import { SpeechEngineError } from './errors.ts';
import { readPhonemes } from './phonemes.ts';
import type { ChildMessage, ParentMessage, Phonemes, Synthesis } from './protocol.ts';
import { synthesizeLine } from './synthesize.ts';

const deterministic = process.argv.includes('--deterministic');
// One line at a time, so one number is enough.
let abortedId = 0;
let engine: Promise<Engine> | undefined;

// The engine seeds the noise of breathy voices with its start time in seconds. Nothing else here reads the clock.
if (deterministic) Date.now = () => 0;

/** Does what a message asks for, and sends the result or the error. */
async function respond(message: Exclude<ParentMessage, { kind: 'abort' }>): Promise<void> {
  const { id } = message;
  const isAborted = () => abortedId === id;
  try {
    // A used instance keeps state that changes the samples of the next line, so only a new one gives reproducible audio.
    if (deterministic || !engine) engine = loadEngine();
    const job = { engine: await engine, isAborted };
    let result: Phonemes | Synthesis;
    if (message.kind === 'phonemes') result = await readPhonemes({ ...job, request: message.request });
    else result = await synthesizeLine({ ...job, request: message.request });
    send({ kind: 'result', id, result });
  } catch (error) {
    if (error instanceof SpeechEngineError) {
      send({ kind: 'error', id, code: error.code, message: error.message, fatal: false });
      return;
    }
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 200);
    send({ kind: 'error', id, code: 'ENGINE_FAILED', message: `The engine failed: ${reason}`, fatal: true });
  }
}

/** Sends a message to the parent process. If that has ended, nothing happens. */
function send(message: ChildMessage): void {
  process.send?.(message, undefined, {}, () => {});
}

process.on('message', (message: ParentMessage) => {
  if (message.kind === 'abort') abortedId = message.id;
  else void respond(message);
});
process.on('disconnect', () => process.exit(0));
// Ctrl-C reaches the whole process group, but the parent decides when the current line ends.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
