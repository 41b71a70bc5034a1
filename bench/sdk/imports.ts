import { median } from '../support/figures.ts';
import { ANCHORS, OURS, type Stage } from './stage.ts';

/** A module with almost nothing in it. Its import time shows the current speed of the machine. */
export const BLANK = 'blank';
/** The same, always as an ES module, even with `require`. It shows what Node loads for every ES module. */
export const BLANK_MODULE = 'blank ES module';

const MAKE: Record<string, { take: string; from: string; make: string }> = {
  [OURS]: { take: '{ Voiceloom }', from: OURS, make: "new Voiceloom({ apiKey: 'k' })" },
  [BLANK]: { take: '{ make }', from: './blank', make: 'make()' },
  [BLANK_MODULE]: { take: '{ make }', from: './blank.mjs', make: 'make()' },
  stripe: { take: 'Stripe', from: 'stripe', make: "new Stripe('k')" },
  openai: { take: '{ OpenAI }', from: 'openai', make: "new OpenAI({ apiKey: 'k' })" },
  '@elevenlabs/elevenlabs-js': {
    take: '{ ElevenLabsClient }',
    from: '@elevenlabs/elevenlabs-js',
    make: "new ElevenLabsClient({ apiKey: 'k' })",
  },
  'openapi-fetch': {
    take: '{ default: createClient }',
    from: 'openapi-fetch',
    make: "createClient({ baseUrl: 'http://a' })",
  },
};

function programs({ take, from, make }: { take: string; from: string; make: string }) {
  const measured = (load: string) => `
const rss = process.memoryUsage.rss();
const begun = performance.now();
const loaded = ${load};
const ${take === 'Stripe' ? '{ default: Stripe = loaded }' : take} = loaded;
globalThis.client = ${make};
const ms = performance.now() - begun;
console.log(JSON.stringify({ ms, mb: (process.memoryUsage.rss() - rss) / 1048576 }));`;
  const [esm, cjs] = from === './blank' ? [`${from}.mjs`, `${from}.cjs`] : [from, from];
  return { esm: measured(`await import('${esm}')`), cjs: measured(`require('${cjs}')`) };
}

export type ImportCost = { ms: number; least: number; mb: number };

/** The time to import and create a client in a new process, in milliseconds, and its memory. The clients take turns. */
export function importCosts(
  stage: Stage,
  rounds: number,
): Record<string, { esm: ImportCost; cjs: ImportCost }> {
  stage.write('blank.mjs', 'export const make = () => 1;');
  stage.write('blank.cjs', 'exports.make = () => 1;');
  const names = [OURS, BLANK, BLANK_MODULE, ...ANCHORS];
  const files = names.flatMap((name, at) => {
    const { esm, cjs } = programs(MAKE[name] as (typeof MAKE)[string]);
    return [
      { key: `${name} esm`, file: stage.write(`import-${at}.mjs`, esm) },
      { key: `${name} cjs`, file: stage.write(`import-${at}.cjs`, cjs) },
    ];
  });
  const found = new Map<string, { ms: number; mb: number }[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const { key, file } of files) {
      found.set(key, [...(found.get(key) ?? []), stage.run<{ ms: number; mb: number }>(file)]);
    }
  }
  const costOf = (key: string): ImportCost => {
    const all = found.get(key) ?? [];
    const times = all.map(({ ms }) => ms);
    return { ms: median(times), least: Math.min(...times), mb: median(all.map(({ mb }) => mb)) };
  };
  return Object.fromEntries(
    names.map((name) => [name, { esm: costOf(`${name} esm`), cjs: costOf(`${name} cjs`) }]),
  );
}
