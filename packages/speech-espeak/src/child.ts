// SPDX-License-Identifier: GPL-3.0-or-later
import { type Engine, loadEngine } from './engine.ts';
import { SpeechEngineError } from './errors.ts';
import { phonemesOf } from './phonemes.ts';
import type { ChildMessage, ParentMessage } from './protocol.ts';
import { synthesizeLine } from './synthesize.ts';

const deterministic = process.argv.includes('--deterministic');
// One line at a time, so one number is enough.
let abortedId = 0;
let persistent: Promise<Engine> | undefined;

// The engine seeds the noise of breathy voices with its start time in seconds. Nothing else here reads the clock.
if (deterministic) Date.now = () => 0;

// A used instance keeps state that changes the samples of the next line, so only a new one gives reproducible audio.
function engineForLine(): Promise<Engine> {
  if (deterministic) return loadEngine();
  persistent ??= loadEngine();
  return persistent;
}

async function answer(message: Exclude<ParentMessage, { kind: 'abort' }>): Promise<void> {
  const { id } = message;
  const isAborted = () => abortedId === id;
  try {
    const engine = await engineForLine();
    const result =
      message.kind === 'phonemes'
        ? await phonemesOf({ engine, request: message.request, isAborted })
        : await synthesizeLine({ engine, request: message.request, isAborted });
    send({ kind: 'result', id, result });
  } catch (error) {
    send(toErrorMessage(id, error));
  }
}

function toErrorMessage(id: number, error: unknown): ChildMessage {
  if (error instanceof SpeechEngineError) {
    return { kind: 'error', id, code: error.code, message: error.message, fatal: false };
  }
  const message = (error instanceof Error ? error.message : String(error)).slice(0, 200);
  return { kind: 'error', id, code: 'ENGINE_FAILED', message: `The engine failed: ${message}`, fatal: true };
}

function send(message: ChildMessage): void {
  process.send?.(message, undefined, {}, () => {});
}

process.on('message', (message: ParentMessage) => {
  if (message.kind === 'abort') abortedId = message.id;
  else void answer(message);
});
process.on('disconnect', () => process.exit(0));
// Ctrl-C reaches the whole process group, but the parent decides when the current line ends.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
