// Reports imports from a lower room to a higher one, and imports of a library outside of its allowed files.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { report, sources } from './sources.mjs';

/** Rooms of the server -> rooms they may import. Root files may be imported anywhere. A missing row is an error. */
const ROOMS = {
  bin: ['programs'],
  programs: ['programs', 'http', 'engine', 'features', 'ledger', 'jobs', 'db', 'root'],
  http: ['http', 'features', 'ledger', 'jobs', 'db', 'storage', 'root'],
  features: ['features', 'engine', 'ledger', 'jobs', 'db', 'providers', 'storage', 'export', 'root'],
  engine: ['engine', 'ledger', 'jobs', 'db', 'providers', 'storage', 'root'],
  ledger: ['ledger', 'jobs', 'db', 'root'],
  jobs: ['jobs', 'db', 'root'],
  export: ['export'],
  providers: ['providers'],
  storage: ['storage', 'root'],
  db: ['db', 'root'],
  root: ['root'],
  build: ['http', 'engine', 'ledger', 'jobs', 'features', 'db', 'providers', 'storage', 'export', 'root'],
};
/** Folders that, like the root files, may be imported anywhere. */
const ROOT_FOLDERS = ['config', 'handler', 'secrets', 'telemetry'];
/** Root files that assemble the server, so they may import every room. */
const BUILDERS = ['app.ts', 'build-app.ts', 'handlers.ts', 'serve.ts'];
/** Library -> the only places that may import it. */
const DOORS = {
  '@ts-rest/core': ['packages/contract/src/kit.ts', 'packages/server/src/http/operations/mount.ts'],
  '@ts-rest/express': ['packages/server/src/http/operations/mount.ts'],
  express: ['packages/server/src/http/'],
  pg: ['packages/server/src/db/'],
  jose: ['packages/server/src/http/auth/'],
  stripe: ['packages/server/src/providers/payments/', 'packages/stripe-emulator/src/'],
  nodemailer: ['packages/server/src/providers/mail/'],
  'pg-boss': ['packages/server/src/jobs/queue.ts'],
  pino: ['packages/server/src/telemetry/log.ts'],
};
const PACKAGES = {
  contract: [],
  sdk: [],
  'cli-examples': ['@voiceloom/sdk'],
  server: ['@voiceloom/contract', '@voiceloom/audio', '@voiceloom/text', '@voiceloom/speech-espeak'],
  audio: [],
  text: [],
  'stripe-emulator': [],
  studio: ['@voiceloom/sdk'],
  'speech-espeak': [],
};

/** The only libraries that the studio may import, besides the SDK, because the page loads all of them. */
const STUDIO_LIBRARIES =
  /^(?:react|react-dom\/client|react-aria-components|oauth4webapi|wavesurfer\.js|@tanstack\/react-(?:query|router|virtual))$/;

/** Code of the server that cannot start without the optional speech engine. */
const LOADS_ENGINE =
  /(?:import|export) (?!type )[^;]*from '@voiceloom\/speech-espeak|import\('@voiceloom\/speech-espeak/;

/** Table -> the only file that writes its rows. */
const WRITERS = { run: 'packages/server/src/engine/runs/row.ts' };

const faults = [];
for (const file of sources('packages/*/src')) {
  const [, name, , ...rest] = file.split('/');
  const text = readFileSync(file, 'utf8');
  for (const [table, writer] of Object.entries(WRITERS)) {
    const writes = new RegExp(
      `(updateTable|insertInto|deleteFrom)\\('${table}'\\)|\\b(update|insert into) ${table}\\b`,
    );
    if (file !== writer && !file.includes('/migrations/') && writes.test(text))
      faults.push(`${file}: ${table} is written in ${writer} alone`);
  }
  if (name === 'server' && LOADS_ENGINE.test(text))
    faults.push(`${file}: of the optional package speech-espeak, only types may be imported`);
  for (const [, spec] of text.matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
    checkDoor(file, spec);
    if (name === 'studio' && !/^(?:\.|@voiceloom\/)/.test(spec) && !STUDIO_LIBRARIES.test(spec))
      faults.push(`${file}: the studio must not import ${spec}`);
    if (spec.startsWith('@voiceloom/')) checkPackage(file, name, spec);
    else if (spec.startsWith('.') && name === 'server') checkRoom(file, rest, spec);
  }
}
report('imports', faults);

function checkDoor(file, spec) {
  const library = Object.keys(DOORS).find((known) => spec === known || spec.startsWith(`${known}/`));
  const doors = spec.startsWith('@aws-sdk/') ? ['packages/server/src/storage/s3'] : DOORS[library];
  if (doors && !doors.some((door) => file.startsWith(door)))
    faults.push(`${file}: ${spec} has its door at ${doors.join(', ')}`);
}

function checkPackage(file, name, spec) {
  const target = spec.split('/').slice(0, 2).join('/');
  if (target === `@voiceloom/${name}` || PACKAGES[name]?.includes(target)) return;
  // Loaded on demand, and never in production.
  if (target === '@voiceloom/stripe-emulator' && file.endsWith('/programs/test-payments.ts')) return;
  faults.push(`${file}: package ${name} must not import ${spec}`);
}

function checkRoom(file, rest, spec) {
  const from = rest.length === 1 && BUILDERS.includes(rest[0]) ? 'build' : roomOf(rest);
  const target = relative('packages/server/src', normalize(join(dirname(file), spec))).split('/');
  const to = roomOf(target);
  if (to === 'root' && target[0] === 'build-app.ts' && from !== 'programs')
    faults.push(`${file}: only programs build the app`);
  if (!ROOMS[from]?.includes(to)) faults.push(`${file}: ${from} must not import ${to} (${spec})`);
  const isDoor = ['index.ts', 'jobs.ts'].includes(target[1] ?? '');
  if (to === 'engine' && from !== 'engine' && !isDoor)
    faults.push(`${file}: the engine is entered through its index.ts (${spec})`);
  if (to === 'engine' && from === 'engine') checkWing(file, rest[1], target[1], spec);
  const foreign = from === 'features' && to === 'features' && target[1] !== rest[1];
  const isSub = from === 'features' && to === 'features' && target.length > 3 && !foreign;
  const inside = normalize(file).startsWith(`packages/server/src/${target.slice(0, 3).join('/')}/`);
  if (isSub && !inside && target[3] !== 'index.ts')
    faults.push(`${file}: a folder of a feature is entered through its index.ts (${spec})`);
  const open = ['index.ts', 'routes.ts'].includes(target[2] ?? '');
  if (foreign && target[2] !== 'index.ts')
    faults.push(`${file}: another feature is entered through its index.ts (${spec})`);
  if (from === 'http' && to === 'features' && !open)
    faults.push(`${file}: http enters a feature through index or routes (${spec})`);
}

function roomOf([name, ...inside]) {
  return inside.length === 0 || ROOT_FOLDERS.includes(name) ? 'root' : name;
}

/** Wings (subfolders) of the engine -> wings they must not import. All wings may import the files next to them. */
function checkWing(file, from, to, spec) {
  const isBackArrow =
    (to === 'chunks' && ['nodes', 'casting', 'routing', 'provider-calls', 'translation'].includes(from)) ||
    (to === 'start' && ['provider-calls', 'routing'].includes(from)) ||
    (to === 'nodes' && from === 'chunks' && !/nodes\/index\.ts$/.test(spec));
  if (isBackArrow) faults.push(`${file}: ${from} must not import ${to} (${spec})`);
}
