import { parentPort, workerData } from 'node:worker_threads';
import { parseScript, ScriptError, type ScriptInput } from '../text/script.ts';
import type { ParsedAside } from './parse-aside.ts';

function parse(input: ScriptInput): ParsedAside {
  try {
    return { ok: true, parsed: parseScript(input) };
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    const { code, message, row, column, field } = error;
    return { ok: false, fault: { code, message, row, column, field } };
  }
}

parentPort?.postMessage(parse(workerData as ScriptInput));
