// Downloads real models, lets them speak, lets a real recognizer hear them, and compares the figures with expected.json.
// It needs a network, so that no test runs it: node tools/local-models/nightly.ts
// With --installed, it measures the models in MODELS_DIR without a network. With --save, it stores the figures.
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  createLocalEngine,
  type LocalEngine,
} from '../../packages/server/src/providers/local/local-engine.ts';
import {
  getRegistryEntry,
  type InstalledModel,
  installFromUrl,
  listInstalledModels,
} from '../../packages/server/src/providers/local/models/index.ts';
import { compareTexts, countedRate } from '../../packages/text/src/index.ts';
import { SENTENCES } from './sentences.ts';

/** What a night measures for a model. */
interface Figures {
  /** Seconds of audio for each second of work. */
  speed: number | null;
  /** By locale, the share of words or characters that the recognizer heard otherwise. */
  error_rates: Record<string, number | null>;
}

interface Expectations {
  recognizer: string;
  /** Null: nobody has measured it yet. */
  models: Record<string, Figures>;
}

const EXPECTED = new URL('expected.json', import.meta.url);
/** A night fails if a model errs so much more often than expected, or is so much slower. */
const MORE_ERRORS = 0.05;
const SLOWER = 0.5;
const MAX_NIGHT_MS = 8 * 3_600_000;

const { values } = parseArgs({ options: { installed: { type: 'boolean' }, save: { type: 'boolean' } } });
const modelsDir = resolve(process.env.MODELS_DIR ?? '.voiceloom/nightly-models');
const expected: Expectations = JSON.parse(await readFile(EXPECTED, 'utf8'));
const signal = AbortSignal.timeout(MAX_NIGHT_MS);
const engine = createLocalEngine();
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const faults: string[] = [];
const measuredModels: Record<string, Figures> = {};
try {
  if (!values.installed) {
    for (const name of [expected.recognizer, ...Object.keys(expected.models)]) {
      const isInstalled = (await listInstalledModels(modelsDir)).some((model) => model.name === name);
      if (isInstalled) continue;
      say(`Downloading ${name} …`);
      await installFromUrl(getRegistryEntry(name), { modelsDir, engine, signal, now: new Date() });
    }
  }
  const installedModels = await listInstalledModels(modelsDir);
  const recognizers = installedModels.filter((model) => model.kind === 'recognition');
  const recognizer = recognizers.find(({ name }) => name === expected.recognizer) ?? recognizers[0];
  if (!recognizer) throw new Error(`No recognizer is installed in ${modelsDir}.`);
  for (const model of installedModels) {
    if (model.kind !== 'speech') continue;
    const figures = await measure(engine, model, recognizer);
    measuredModels[model.name] = figures;
    say(`${model.name}: ${JSON.stringify(figures)}`);
    faults.push(...compare(model.name, figures));
  }
} finally {
  await engine.close();
}
if (values.save) {
  const models = { ...expected.models, ...measuredModels };
  await writeFile(EXPECTED, `${JSON.stringify({ ...expected, models }, null, 2)}\n`);
}
for (const fault of faults) say(`FAULT ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

/** Speaks the sentence of each language of a model, and lets the recognizer hear it. */
async function measure(
  { synthesize, recognize }: LocalEngine,
  model: Extract<InstalledModel, { kind: 'speech' }>,
  recognizer: Extract<InstalledModel, { kind: 'recognition' }>,
): Promise<Figures> {
  const { name, family, installation, speakers, languages } = model;
  const files = { folder: join(modelsDir, name), family, digest: installation.digest };
  const error_rates: Figures['error_rates'] = {};
  let audioSeconds = 0;
  let workSeconds = 0;
  for (const locale_code of languages) {
    const text = SENTENCES[locale_code.split('-', 1)[0] ?? ''];
    if (text === undefined) continue;
    const speaker = speakers.find(({ locale }) => locale === locale_code) ?? speakers[0];
    const request = { model: files, text, speaker: speaker?.id ?? 0, speed: 1, locale_code };
    // The first request loads the model.
    await synthesize(request, signal);
    const startedAt = performance.now();
    const { samples, sample_rate } = await synthesize(request, signal);
    workSeconds += (performance.now() - startedAt) / 1_000;
    audioSeconds += samples.length / sample_rate;
    const heard = await recognize(
      {
        model: {
          folder: join(modelsDir, recognizer.name),
          family: recognizer.family,
          digest: recognizer.installation.digest,
        },
        samples,
        sample_rate,
        locale_code,
      },
      signal,
    );
    const comparison = await compareTexts({
      script: text,
      transcript: { text: heard.text, words: [] },
      locale: locale_code,
    });
    error_rates[locale_code] = comparison ? round(countedRate(comparison, { phonetic: false })) : null;
  }
  return { speed: workSeconds === 0 ? null : round(audioSeconds / workSeconds), error_rates };
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}

/** What is worse than expected. Figures that nobody has measured yet are not compared. */
function compare(name: string, { speed, error_rates }: Figures): string[] {
  const expectedFigures = expected.models[name];
  if (!expectedFigures) return [];
  const found: string[] = [];
  if (expectedFigures.speed !== null && (speed ?? 0) < expectedFigures.speed * SLOWER)
    found.push(`${name}: ${speed} times as fast as speech, expected ${expectedFigures.speed}`);
  for (const [locale, rate] of Object.entries(expectedFigures.error_rates)) {
    const measuredRate = error_rates[locale] ?? 1;
    if (rate !== null && measuredRate > rate + MORE_ERRORS)
      found.push(`${name} in ${locale}: error rate ${measuredRate}, expected ${rate}`);
  }
  return found;
}
