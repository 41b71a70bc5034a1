// Reports imports that scripts/rooms.mjs does not allow, circles of imports (types included), imports of a library
// outside of its allowed files, and tests that do not import through a door.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { ALL, ENGINE_ROOMS, EXCEPTIONS, ROOMS } from './rooms.mjs';
import { report, sources } from './sources.mjs';
import { checkTestImports } from './test-imports.mjs';

/**
 * The files of a feature that other features may import. `deletion.ts` and `gate.ts` import little, so that features
 * below may use them without a circle.
 */
const FEATURE_DOORS = ['index.ts', 'deletion.ts', 'gate.ts'];

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
  server: [
    '@voiceloom/contract',
    '@voiceloom/audio',
    '@voiceloom/text',
    '@voiceloom/normalizer',
    '@voiceloom/speech-espeak',
    '@voiceloom/speech-local',
  ],
  audio: [],
  text: ['@voiceloom/normalizer'],
  normalizer: [],
  'docs-site': ['@voiceloom/contract'],
  'stripe-emulator': [],
  studio: ['@voiceloom/sdk'],
  'speech-espeak': [],
  'speech-local': [],
};

/** The only libraries that the studio may import, besides the SDK, because the page loads all of them. */
const STUDIO_LIBRARIES =
  /^(?:react|react-dom\/client|react-aria-components|oauth4webapi|wavesurfer\.js|@tanstack\/react-(?:query|router|virtual))$/;

/** Code of the server that cannot start without an optional speech engine. */
const LOADS_ENGINE =
  /(?:import|export) (?!type )[^;]*from '@voiceloom\/speech-(?:espeak|local)|import\('@voiceloom\/speech-(?:espeak|local)/;

/** Table -> the only file that writes its rows. */
const WRITERS = { run: 'packages/server/src/engine/runs/row.ts' };

const faults = [];
/** Package -> file -> the files that it imports, without the listed exceptions. Names are relative to `packages`. */
const graphs = new Map();
const neededExceptions = new Set();
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
    faults.push(`${file}: of the optional speech packages, only types may be imported`);
  for (const [, spec] of text.matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
    checkDoor(file, spec);
    if (name === 'studio' && !/^(?:\.|@voiceloom\/)/.test(spec) && !STUDIO_LIBRARIES.test(spec))
      faults.push(`${file}: the studio must not import ${spec}`);
    if (spec.startsWith('@voiceloom/')) checkPackage(file, name, spec);
    else if (spec.startsWith('.')) {
      checkArrow(file, name, spec);
      if (name === 'server') checkDoors(file, rest, spec);
    }
  }
}
for (const [name, graph] of graphs) checkCircles(name, graph);
for (const arrow of Object.keys(EXCEPTIONS))
  if (!neededExceptions.has(arrow)) faults.push(`scripts/rooms.mjs: the exception ${arrow} is not needed`);
faults.push(...checkTestImports());
report('imports', [...new Set(faults)]);

/** Reports the import of a library that only certain folders may import. */
function checkDoor(file, spec) {
  const library = Object.keys(DOORS).find((known) => spec === known || spec.startsWith(`${known}/`));
  const doors = spec.startsWith('@aws-sdk/') ? ['packages/server/src/storage/s3'] : DOORS[library];
  if (doors && !doors.some((door) => file.startsWith(door)))
    faults.push(`${file}: ${spec} has its door at ${doors.join(', ')}`);
}

/** Reports the import of another package that this one may not import. */
function checkPackage(file, name, spec) {
  const target = spec.split('/').slice(0, 2).join('/');
  if (target === `@voiceloom/${name}` || PACKAGES[name]?.includes(target)) return;
  // Loaded on demand, and never in production.
  if (target === '@voiceloom/stripe-emulator' && file.endsWith('/programs/test-payments.ts')) return;
  faults.push(`${file}: package ${name} must not import ${spec}`);
}

/** Checks an import inside a package by the rows of its rooms, and adds it to the graph of the package. */
function checkArrow(file, name, spec) {
  const source = relative('packages', file);
  const target = relative('packages', normalize(join(dirname(file), spec)));
  if (!target.startsWith(`${name}/src/`)) return;
  const arrow = `${source} > ${target}`;
  const [from, to] = [roomOf(name, source), roomOf(name, target)];
  const isException = Object.hasOwn(EXCEPTIONS, arrow);
  if (from !== to && to !== 'generated') {
    const allowed = ROOMS[name]?.[from];
    if (allowed === undefined) faults.push(`scripts/rooms.mjs: ${name} has no row for ${from} (${file})`);
    else if (!allowed.includes(to) && !allowed.includes(ALL)) {
      if (isException) neededExceptions.add(arrow);
      else faults.push(`${file}: ${from} must not import ${to} (${spec})`);
    }
  }
  const graph = graphs.get(name) ?? new Map();
  graphs.set(name, graph);
  graph.set(source, (graph.get(source) ?? new Set()).add(target));
}

/** The row of a file: its folder, its own name, or `root`. */
function roomOf(name, file) {
  const [room, ...inside] = file.split('/').slice(2);
  if (inside.length > 0 || Object.hasOwn(ROOMS[name] ?? {}, room)) return room;
  return 'root';
}

/** Reports circles of files, and circles of rooms. An exception is needed if a circle remains with it. */
function checkCircles(name, graph) {
  const withoutExceptions = new Map();
  const rooms = new Map();
  for (const [source, targets] of graph) {
    const kept = [...targets].filter((target) => !Object.hasOwn(EXCEPTIONS, `${source} > ${target}`));
    withoutExceptions.set(source, new Set(kept));
    const from = roomOf(name, source);
    const reached = rooms.get(from) ?? new Set();
    for (const target of kept) if (roomOf(name, target) !== from) reached.add(roomOf(name, target));
    rooms.set(from, reached);
  }
  for (const circle of circlesIn(withoutExceptions)) faults.push(`packages: circle of ${circle.join(', ')}`);
  for (const circle of circlesIn(rooms))
    faults.push(`packages/${name}: circle of rooms ${circle.join(', ')}`);
  for (const [source, targets] of graph)
    for (const target of targets) {
      const closesFiles = () => reachable(graph, target).has(source);
      const closesRooms = () => reachable(rooms, roomOf(name, target)).has(roomOf(name, source));
      const arrow = `${source} > ${target}`;
      if (Object.hasOwn(EXCEPTIONS, arrow) && (closesFiles() || closesRooms())) neededExceptions.add(arrow);
    }
}

/** The nodes that can be reached from `start`, and `start` itself. */
function reachable(graph, start) {
  const reached = new Set([start]);
  for (const node of reached) for (const next of graph.get(node) ?? []) reached.add(next);
  return reached;
}

/** The circles of a graph: the groups of nodes that reach each other. */
function circlesIn(graph) {
  const circles = [];
  const grouped = new Set();
  for (const node of graph.keys()) {
    if (grouped.has(node)) continue;
    const circle = [...reachable(graph, node)].filter(
      (other) => other !== node && reachable(graph, other).has(node),
    );
    if (circle.length === 0) continue;
    circles.push([node, ...circle]);
    for (const member of [node, ...circle]) grouped.add(member);
  }
  return circles;
}

/** Checks that an import inside the server enters the engine and the features by their doors. */
function checkDoors(file, rest, spec) {
  const target = relative('packages/server/src', normalize(join(dirname(file), spec))).split('/');
  const [from, to] = [rest, target].map(([room, ...inside]) => (inside.length === 0 ? undefined : room));
  const isDoor = ['index.ts', 'jobs.ts', 'ports.ts'].includes(target[1] ?? '');
  if (to === 'engine' && from !== 'engine' && !isDoor)
    faults.push(`${file}: the engine is entered through its index.ts (${spec})`);
  if (to === 'engine' && from === 'engine') checkWing(file, rest[1], target[1], spec);
  if (from === 'features' && to === 'features') checkFeatureDoor(file, rest, target, spec);
  const open = ['index.ts', 'routes.ts'].includes(target[2] ?? '');
  if (from === 'http' && to === 'features' && !open)
    faults.push(`${file}: http enters a feature through index or routes (${spec})`);
}

/** Reports an import between or inside features that passes by the door of the target. */
function checkFeatureDoor(file, rest, target, spec) {
  if (target[1] !== rest[1]) {
    if (!FEATURE_DOORS.includes(target[2]))
      faults.push(`${file}: another feature is entered through ${FEATURE_DOORS.join(' or ')} (${spec})`);
    return;
  }
  const isInside = normalize(file).startsWith(`packages/server/src/${target.slice(0, 3).join('/')}/`);
  if (target.length > 3 && !isInside && target[3] !== 'index.ts')
    faults.push(`${file}: a folder of a feature is entered through its index.ts (${spec})`);
}

/** Checks the arrow between two folders of the engine. All of them may import the files next to them. */
function checkWing(file, from, to, spec) {
  const isFile = (name) => name.endsWith('.ts');
  if (from === to || isFile(from) || isFile(to)) return;
  const isPastRegistry = from === 'chunks' && to === 'nodes' && !/nodes\/index\.ts$/.test(spec);
  if (isPastRegistry || !ENGINE_ROOMS[from]?.includes(to))
    faults.push(`${file}: ${from} must not import ${to} (${spec})`);
}
