import { type OpenApp, runAdmin } from '../../src/programs/admin/run-command.ts';
import type { TestApp } from './app.ts';

interface Printed {
  code: number;
  output: string;
  errors: string;
  // Tests read results of every shape; what they rely on they assert.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  json: any;
}

/** Runs a command of the operator's tool on the database of a test app, as `ada`. */
export async function admin(
  { app }: Pick<TestApp, 'app'>,
  argv: readonly string[],
  input = '',
): Promise<Printed> {
  const output: string[] = [];
  const errors: string[] = [];
  const open: OpenApp = async () => ({
    app: {
      ...app,
      openStorage: async () => app.storage,
      readSigningSecret: async () => app.signingSecret,
      openKeyTools: async () => app,
    },
    close: async () => undefined,
  });
  const code = await runAdmin([...argv, '--as', 'ada'], open, {
    write: (text) => void output.push(text),
    writeError: (text) => void errors.push(text),
    readSecret: async () => input,
  });
  const text = output.join('');
  const json = text.startsWith('{') ? JSON.parse(text) : undefined;
  return { code, output: text, errors: errors.join(''), json };
}
