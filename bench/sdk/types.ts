import { execFileSync } from 'node:child_process';
import { ANCHORS, OURS, type Stage } from './stage.ts';

const FILES: Record<string, string> = {
  blank: 'export const one: number = 1;',
  [OURS]: `import { Voiceloom } from '${OURS}';
export const read = async () => (await new Voiceloom({ apiKey: 'k' }).workflows.get('w')).name;`,
  stripe: `import Stripe from 'stripe';
export const read = async () => (await new Stripe('k').customers.retrieve('c')).id;`,
  openai: `import { OpenAI } from 'openai';
export const read = async () => (await new OpenAI({ apiKey: 'k' }).models.retrieve('m')).id;`,
  '@elevenlabs/elevenlabs-js': `import { ElevenLabsClient } from '@elevenlabs/elevenlabs-js';
export const read = async () => (await new ElevenLabsClient({ apiKey: 'k' }).voices.get('v')).voiceId;`,
  'openapi-fetch': `import createClient from 'openapi-fetch';
interface paths { '/w/{id}': { get: { parameters: { path: { id: string } }; responses: { 200: { content: { 'application/json': { name: string } } } } } } }
const client = createClient<paths>({ baseUrl: 'http://a' });
export const read = async () => (await client.GET('/w/{id}', { params: { path: { id: 'w' } } })).data?.name;`,
};

export type TypeCost = { files: number; types: number; instantiations: number; mb: number; seconds: number };

function costOf(stage: Stage, compiler: string, text: string): TypeCost {
  stage.write('one.ts', text);
  stage.write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: {
        ...{ strict: true, noEmit: true, skipLibCheck: true, types: ['node'], target: 'ES2022' },
        ...{ module: 'NodeNext', lib: ['ES2022', 'DOM', 'DOM.Iterable'] },
      },
      files: ['one.ts'],
    }),
  );
  const args = [stage.tool(`${compiler}/bin/tsc`), '-p', 'tsconfig.json', '--extendedDiagnostics'];
  const said = execFileSync(process.execPath, args, { cwd: stage.folder, encoding: 'utf8' });
  const number = (name: string) =>
    Number(new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(said)?.[1] ?? Number.NaN);
  return {
    files: number('Files'),
    types: number('Types'),
    instantiations: number('Instantiations'),
    mb: number('Memory used') / 1024,
    seconds: number('Total time'),
  };
}

/** The cost of compiling a file with one call, by client. */
export function typeCosts(stage: Stage): Record<string, { ts5: TypeCost; ts7: TypeCost }> {
  return Object.fromEntries(
    ['blank', OURS, ...ANCHORS].map((name) => {
      const text = FILES[name] as string;
      return [name, { ts5: costOf(stage, 'typescript-5', text), ts7: costOf(stage, 'typescript', text) }];
    }),
  );
}
