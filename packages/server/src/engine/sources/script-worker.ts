import { parentPort, workerData } from 'node:worker_threads';
import { ScriptError } from '@voiceloom/text';
import { type AsideInput, type ParsedAside, parseFirst } from './parse-in-thread.ts';

function parse(input: AsideInput): ParsedAside {
  try {
    return { ok: true, parsed: parseFirst(input) };
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    const { code, message, row, column, field, reading } = error;
    return { ok: false, fault: { code, message, row, column, field, reading } };
  }
}

parentPort?.postMessage(parse(workerData as AsideInput));
