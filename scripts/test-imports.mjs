// Checks that tests import through doors, or inner parts that scripts/inner-parts.mjs lists. For check-imports.mjs.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { INNER_PARTS, SHARED_PARTS } from './inner-parts.mjs';
import { repositoryFiles, sources } from './sources.mjs';

/** `names` is undefined if the names are not listed, as in `import * as` and `import()`. */
const IMPORTS = /(?:\{(?<names>[^{}]*)\}\s*from|\bfrom|\bimport\()\s*'(?<spec>\.[^']+)'/g;
const REEXPORTS = /export (?:type )?\{(?<names>[^{}]*)\} from '(?<spec>\.[^']+)'/g;

/** The door of a package without `exports`. */
const PROGRAMS = ['cli-examples/src/cli.ts'];
/** The doors of the engine and the features. The worker finds the files of jobs by their name. */
const ROOM_DOORS =
  /^server\/src\/(?:engine\/(?:index|jobs|ports)|features\/[^/]+\/(?:index|routes|jobs|deletion|gate))\.ts$/;
/** A file directly in `src` is a door. */
const ROOT_FILE = /^server\/src\/[^/]+$/;

/** The errors in the imports of all tests. Files are named relative to `packages`. */
export function checkTestImports() {
  const doors = findDoors();
  const doorExports = findDoorExports(doors);
  const parts = [...Object.values(INNER_PARTS).flat(), ...Object.keys(SHARED_PARTS)];
  const neededParts = new Set();
  const errors = [];
  for (const file of sources('packages/*/test')) {
    for (const { target, spec, names } of readImports(file, IMPORTS)) {
      if (!/^[^/]+\/src\//.test(target) || target.includes('/generated/') || doors.has(target)) continue;
      const part = parts.find(
        (known) => known === target || (known.endsWith('/') && target.startsWith(known)),
      );
      const isShared = Object.hasOwn(SHARED_PARTS, part ?? '');
      if (part === undefined || (!isShared && packageOf(target) !== file.split('/')[1])) {
        errors.push(`${file}: tests import through a door, or a part that inner-parts.mjs lists (${spec})`);
        continue;
      }
      neededParts.add(part);
      for (const name of names) {
        const door = doorExports.get(`${target} ${name}`);
        if (door !== undefined) errors.push(`${file}: ${name} is exported by packages/${door} (${spec})`);
      }
    }
  }
  for (const part of parts)
    if (!neededParts.has(part)) errors.push(`scripts/inner-parts.mjs: the entry ${part} is not needed`);
  return errors;
}

/** The entry points of packages, and the files of the server that its other rooms import. */
function findDoors() {
  const doors = new Set(PROGRAMS);
  for (const file of repositoryFiles(':(glob)packages/*/package.json')) {
    const { exports = {} } = JSON.parse(readFileSync(file, 'utf8'));
    for (const target of Object.values(exports))
      doors.add(relative('packages', normalize(join(dirname(file), target))));
  }
  for (const file of sources('packages/server/src')) {
    const source = relative('packages', file);
    if (ROOM_DOORS.test(source) || ROOT_FILE.test(source)) doors.add(source);
    for (const { target } of readImports(file, IMPORTS)) {
      const hasRoomDoor = /^server\/src\/(?:engine|features)\//.test(target);
      if (!hasRoomDoor && roomOf(target) !== roomOf(source)) doors.add(target);
    }
  }
  return doors;
}

/** `file name` -> the door that exports the name from this file. */
function findDoorExports(doors) {
  const exported = new Map();
  for (const door of doors) {
    if (!/\.tsx?$/.test(door)) continue;
    for (const { target, names } of readImports(join('packages', door), REEXPORTS))
      if (packageOf(target) === packageOf(door))
        for (const name of names) exported.set(`${target} ${name}`, door);
  }
  return exported;
}

/** The relative imports that match the pattern, with the names that each imports. */
function* readImports(file, pattern) {
  for (const { groups } of readFileSync(file, 'utf8').matchAll(pattern)) {
    const { names = '', spec } = groups;
    const target = relative('packages', normalize(join(dirname(file), spec)));
    yield { target, spec, names: names.split(',').map(toName).filter(Boolean) };
  }
}

/** The name in `type name as alias`. */
function toName(listed) {
  return listed
    .trim()
    .replace(/^type /, '')
    .split(' ')[0];
}

/** `server` for `server/src/app.ts`. */
function packageOf(file) {
  return file.split('/')[0];
}

/** The room of a file of the server: a folder of `src`, a feature, or a kind of providers. */
function roomOf(file) {
  const [, , room, part, ...inside] = file.split('/');
  const isDivided = room === 'features' || room === 'providers';
  return isDivided && inside.length > 0 ? `${room}/${part}` : room;
}
