import { Writable } from 'node:stream';
import type { World } from '../context.ts';
import { prompt } from './prompt.ts';

/** Reads a secret from a pipe, or prompts for it without echo. */
export async function readSecret(world: World, question: string): Promise<string> {
  const { stdin, stderr } = world;
  if (!stdin.isTTY) {
    let text = '';
    for await (const chunk of stdin) text += chunk;
    return text.trim();
  }
  stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    return (await prompt(world, '', { stream: silent, terminal: true })).trim();
  } finally {
    stderr.write('\n');
  }
}
