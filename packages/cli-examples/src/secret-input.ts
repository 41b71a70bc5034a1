import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import type { World } from './context.ts';

/** Reads a secret from a pipe, or asks for it without showing it. */
export async function readSecret({ stdin, stderr }: World, question: string): Promise<string> {
  if (!stdin.isTTY) {
    let text = '';
    for await (const chunk of stdin) text += chunk;
    return text.trim();
  }
  stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silent, terminal: true });
  const answer = await lines.question('');
  lines.close();
  stderr.write('\n');
  return answer.trim();
}
