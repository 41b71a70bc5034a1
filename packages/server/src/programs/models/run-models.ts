import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Config } from '../../config/config.ts';
import { createLocalEngine, findLocalProgram, MISSING_PROGRAM } from '../../providers/local/local-engine.ts';
import {
  findDownloadSize,
  getRegistryEntry,
  type InstalledModel,
  installFromFolder,
  installFromUrl,
  listInstalledModels,
  ModelDescription,
  ModelError,
  REGISTRY,
  removeModel,
  verifyModel,
} from '../../providers/local/models/index.ts';

export interface ModelsTerminal {
  config: Pick<Config, 'models_dir' | 'local_speech_threads'>;
  signal: AbortSignal;
  write(text: string): void;
  writeError(text: string): void;
  /** Whether a person can answer. */
  isTerminal: boolean;
  ask(question: string): Promise<string>;
}

const HELP = `Usage: npm run models -- <command>

Installs voices and recognizers that run on this machine, in MODELS_DIR.

  list                    the models of the registry and the installed ones
  add NAME                downloads, checks and tries a model
  add NAME --from FOLDER  installs a model from a folder of your own
  remove NAME             removes an installed model
  verify [NAME]           compares the files of installed models with their digests

Options
  --yes                   installs without a question
  --accept-license        accepts the terms of a model that has some, such as no commercial use
  --from FOLDER           a folder with the files of a model that sherpa-onnx can load
  --family FAMILY         the family of that model, such as vits, kokoro, whisper, nemo_ctc
  --languages CODES       its languages, separated by commas, such as en-us,de-de
  --license NAME          its license. Default: unknown
  --json                  prints the list as JSON
`;

const OPTIONS = {
  yes: { type: 'boolean' },
  'accept-license': { type: 'boolean' },
  from: { type: 'string' },
  family: { type: 'string' },
  languages: { type: 'string' },
  license: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

type Options = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];

/** Runs `models list | add | remove | verify`. Returns the exit code: 0, 1 if it failed, 2 if the command line is wrong. */
export async function runModels(argv: string[], terminal: ModelsTerminal): Promise<0 | 1 | 2> {
  try {
    const { values, positionals } = parseArgs({ args: argv, options: OPTIONS, allowPositionals: true });
    const [command, name, ...others] = positionals;
    if (values.help || command === undefined) {
      terminal.write(HELP);
      return 0;
    }
    if (others.length > 0) return refuse(terminal, `Unexpected: ${others.join(' ')}`);
    if (command === 'list' && name === undefined) await list(terminal, values);
    else if (command === 'verify') return await verify(terminal, name);
    else if (command === 'add' && name !== undefined) await add(terminal, name, values);
    else if (command === 'remove' && name !== undefined) await remove(terminal, name);
    else return refuse(terminal, `There is no command "${positionals.join(' ')}".`);
    return 0;
  } catch (error) {
    if (error instanceof TypeError && 'code' in error) return refuse(terminal, error.message);
    if (!(error instanceof ModelError) && !terminal.signal.aborted) throw error;
    terminal.writeError(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

function refuse(terminal: ModelsTerminal, message: string): 2 {
  terminal.writeError(`${message}\n\n${HELP}`);
  return 2;
}

async function list({ config, write }: ModelsTerminal, { json }: Options): Promise<void> {
  const installed = await listInstalledModels(config.models_dir);
  const installedNames = new Set(installed.map(({ name }) => name));
  const available = REGISTRY.filter(({ name }) => !installedNames.has(name));
  if (json) {
    write(`${JSON.stringify({ models_dir: config.models_dir, installed, available })}\n`);
    return;
  }
  write(`Installed in ${config.models_dir}:\n`);
  if (installed.length === 0) write('  none\n');
  for (const model of installed) {
    const { speed, size_bytes } = model.installation;
    let measured = `${megabytes(size_bytes)} MB`;
    if (speed !== null) measured += `, ${speed.toFixed(1)} times as fast as speech`;
    write(`  ${model.name}\n    ${describe(model)}, ${measured}\n`);
  }
  write('\nTo install with "npm run models -- add NAME":\n');
  for (const model of available) {
    const size = model.size_mb === undefined ? '' : `, ${model.size_mb} MB`;
    const terms = model.terms === undefined ? '' : `\n    ${model.terms} (--accept-license)`;
    write(`  ${model.name}\n    ${describe(model)}${size}${terms}\n`);
  }
}

function describe(model: ModelDescription): string {
  const languages = model.languages.slice(0, 5).join(', ');
  const more = model.languages.length > 5 ? ` and ${model.languages.length - 5} more` : '';
  let voices = 'recognizes speech';
  if (model.kind === 'speech') voices = `${Math.max(1, model.speakers.length)} voices`;
  return `${model.display_name}: ${voices} in ${languages}${more}, ${model.license}`;
}

const megabytes = (bytes: number): number => Math.ceil(bytes / 1_048_576);

async function add(terminal: ModelsTerminal, name: string, options: Options): Promise<void> {
  const { config, signal } = terminal;
  const program = findLocalProgram();
  if (program === undefined) throw new ModelError(MISSING_PROGRAM);
  const engine = createLocalEngine({ program, threads: config.local_speech_threads });
  const installOptions = { modelsDir: config.models_dir, engine, signal, now: new Date() };
  try {
    let installed: InstalledModel;
    if (options.from === undefined) {
      const model = getRegistryEntry(name);
      const size_mb = model.size_mb ?? megabytes((await findDownloadSize(model.url, signal)) ?? 0);
      const size = size_mb > 0 ? `${size_mb} MB` : 'size unknown';
      terminal.writeError(`${describe(model)}\nFrom ${model.url} (${size})\n`);
      await announceReplacement(terminal, name);
      await requireConsent(terminal, model, options);
      installed = await installFromUrl(model, { ...installOptions, onProgress: createProgress(terminal) });
    } else {
      const folder = resolve(options.from);
      installed = await installFromFolder(folder, describeFolder(name, options), {
        ...installOptions,
        async confirm(model) {
          await announceReplacement(terminal, model.name);
          // The files are already here, so that only terms need a consent.
          if (model.terms !== undefined) await requireConsent(terminal, model, options);
        },
      });
      if (installed.name !== name)
        terminal.writeError(`The folder describes itself as ${installed.name}, so that is its name.\n`);
    }
    const { speed, digest } = installed.installation;
    const measured = speed === null ? '' : `, ${speed.toFixed(1)} times as fast as speech on this machine`;
    terminal.write(`Installed ${installed.name}${measured}. Digest: ${digest.slice(0, 12)}\n`);
    terminal.write('Running workers notice it within a few seconds.\n');
  } finally {
    await engine.close();
  }
}

/** What the options say of a model in a folder. Undefined: the folder describes itself. */
function describeFolder(name: string, options: Options): ModelDescription | undefined {
  const registered = REGISTRY.find((model) => model.name === name);
  if (options.family === undefined) return registered && ModelDescription.parse(registered);
  const facts = {
    name,
    display_name: name,
    family: options.family,
    languages: options.languages?.toLowerCase().split(','),
    license: options.license ?? 'unknown',
  };
  const recognition = ModelDescription.safeParse({ ...facts, kind: 'recognition' });
  if (recognition.success) return recognition.data;
  const speech = ModelDescription.safeParse({ ...facts, kind: 'speech' });
  if (speech.success) return speech.data;
  const [issue] = speech.error.issues;
  throw new ModelError(`--${issue?.path.join('.') ?? 'family'}: ${issue?.message ?? 'is wrong'}.`);
}

async function announceReplacement({ config, writeError }: ModelsTerminal, name: string): Promise<void> {
  const installed = await listInstalledModels(config.models_dir);
  if (installed.some((model) => model.name === name))
    writeError(`It replaces the installed model ${name}, whose takes are then not reused.\n`);
}

async function requireConsent(
  terminal: ModelsTerminal,
  { name, terms, license }: { name: string; terms?: string | undefined; license: string },
  options: Options,
): Promise<void> {
  if (terms !== undefined && !options['accept-license'])
    throw new ModelError(`${terms} To accept its license (${license}), add --accept-license.`);
  if (options.yes || options['accept-license']) return;
  if (!terminal.isTerminal) throw new ModelError(`Add --yes to install ${name} without a question.`);
  const answer = await terminal.ask(`Install ${name} under ${license}? [y/N] `);
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new ModelError('Nothing was installed.');
}

/** Prints the progress: on a terminal in place, otherwise every tenth part. */
function createProgress({ isTerminal, writeError }: ModelsTerminal) {
  let reportedTenth = -1;
  return (done: number, total: number | undefined): void => {
    const tenth = total === undefined ? 0 : Math.floor((10 * done) / total);
    const text =
      total === undefined ? `${megabytes(done)} MB` : `${megabytes(done)} of ${megabytes(total)} MB`;
    if (isTerminal) writeError(`\r${text} `);
    else if (tenth > reportedTenth) writeError(`${text}\n`);
    if (isTerminal && done === total) writeError('\n');
    reportedTenth = tenth;
  };
}

async function remove({ config, write }: ModelsTerminal, name: string): Promise<void> {
  const installed = await listInstalledModels(config.models_dir);
  const model = installed.find((one) => one.name === name);
  if (!model) throw new ModelError(`${name} is not installed in ${config.models_dir}.`);
  await removeModel(config.models_dir, model);
  write(`Removed ${name}. Runs that use it wait until it is installed again.\n`);
}

async function verify({ config, write }: ModelsTerminal, name: string | undefined): Promise<0 | 1> {
  const installed = await listInstalledModels(config.models_dir);
  const models = name === undefined ? installed : installed.filter((model) => model.name === name);
  if (name !== undefined && models.length === 0)
    throw new ModelError(`${name} is not installed in ${config.models_dir}.`);
  let exitCode: 0 | 1 = 0;
  for (const model of models) {
    const fault = await verifyModel(config.models_dir, model);
    if (fault !== undefined) exitCode = 1;
    write(`${model.name}: ${fault ?? 'unchanged'}\n`);
  }
  return exitCode;
}
