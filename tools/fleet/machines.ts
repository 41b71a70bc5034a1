import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const PREFIX = 'vlf-';
const SWITCH = `${PREFIX}switch`;
const HOST_LINK = `${PREFIX}host`;
const NETWORK = '10.77.0';
/** The unprivileged user that runs every part. The package postgresql-15 creates it. */
const USER = 'postgres';
const PATH = `${process.env.PATH}:/usr/sbin`;

/** A program that runs until it is stopped. */
export interface Part {
  name: string;
  command: string[];
  env?: Record<string, string>;
}

/** A network namespace with its own address. */
export interface Machine {
  name: string;
  address: string;
  /** Starts a part, or restarts it with other settings. Its output goes to `<folder>/logs`. */
  start(part: Part): void;
  /** Sends a signal to a part and waits until it has ended. */
  stop(part: string, signal: NodeJS.Signals): Promise<void>;
  isRunning(part: string): boolean;
  /** Kills every process at once, as a power failure does. */
  powerOff(): void;
  /** Restarts all parts that have ended. */
  powerOn(): void;
  /** Kills every process that has this word in its command line. */
  kill(word: string): void;
  /** Drops all packets to the other machine, without an error. Returns the function that ends it. */
  dropPacketsTo(other: Machine): () => void;
  /** Limits the bandwidth to a number of kilobits per second. Returns the function that ends it. */
  slowDown(kbit: number): () => void;
}

export interface Network {
  /** Where the fleet keeps its files. */
  folder: string;
  addMachine(name: string, number: number): Machine;
  /** Creates a folder with its own small file system. Returns its path. */
  addDisk(name: string, megabytes: number): string;
}

const ip = (...args: string[]): string => execFileSync('ip', args, { encoding: 'utf8', stdio: 'pipe' });

/** Creates a switch with a link to this host. Machines are added to it. */
export function createNetwork(folder: string): Network {
  mkdirSync(join(folder, 'logs'), { recursive: true });
  ip('netns', 'add', SWITCH);
  ip('-n', SWITCH, 'link', 'add', 'br0', 'type', 'bridge');
  ip('-n', SWITCH, 'link', 'set', 'br0', 'up');
  ip('link', 'add', HOST_LINK, 'type', 'veth', 'peer', 'name', 'p-host', 'netns', SWITCH);
  plugIn('p-host');
  ip('address', 'add', `${NETWORK}.1/24`, 'dev', HOST_LINK);
  ip('link', 'set', HOST_LINK, 'up');
  return {
    folder,
    addMachine: (name, number) => addMachine(folder, name, number),
    addDisk(name, megabytes) {
      const path = join(folder, name);
      mkdirSync(path);
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', path]);
      give(path);
      return path;
    },
  };
}

/** A program of this folder that runs on a machine. */
export const program = (name: string): string => join(import.meta.dirname, 'programs', `${name}.ts`);

/** Lets the unprivileged user write to a folder or file. */
export function give(path: string): void {
  execFileSync('chown', ['-R', `${USER}:`, path]);
}

/** Runs a command to its end, as the user of the parts. */
export async function runAs(
  machine: Machine | undefined,
  command: string[],
  options: { env?: Record<string, string>; timeout_ms?: number } = {},
): Promise<string> {
  const [program = '', ...args] = machine ? inside(machine.name, command) : command;
  const env = { PATH, LANG: 'C.UTF-8', ...options.env };
  const { stdout } = await promisify(execFile)(program, args, {
    env,
    timeout: options.timeout_ms ?? 60_000,
    maxBuffer: 64 * 1_048_576,
  });
  return stdout;
}

/** Ends everything that a fleet has started, even if the process of the fleet was killed. */
export function removeFleet(): void {
  const names = ip('netns', 'list')
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '')
    .filter((name) => name.startsWith(PREFIX));
  for (const name of names) empty(name);
  for (const name of names) ip('netns', 'delete', name);
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '')
    .filter((path) => path.includes('/voiceloom-fleet-'));
  for (const path of mounts) execFileSync('umount', ['--lazy', path]);
}

/** A machine is a network namespace with one address, which is connected to the switch. */
function addMachine(folder: string, name: string, number: number): Machine {
  const space = PREFIX + name;
  const address = `${NETWORK}.${number}`;
  const parts = new Map<string, { part: Part; child: ChildProcess | undefined }>();
  ip('netns', 'add', space);
  ip('link', 'add', `p-${name}`, 'netns', SWITCH, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
  plugIn(`p-${name}`);
  ip('-n', space, 'address', 'add', `${address}/24`, 'dev', 'eth0');
  for (const link of ['lo', 'eth0']) ip('-n', space, 'link', 'set', link, 'up');
  const start = (part: Part): void => {
    const child = launch(name, part, getLogFile(folder, name, part.name));
    parts.set(part.name, { part, child });
  };
  const isRunning = (part: string): boolean => {
    const child = parts.get(part)?.child;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  };
  return {
    name,
    address,
    start,
    isRunning,
    async stop(part, signal) {
      const child = parts.get(part)?.child;
      if (child === undefined || !isRunning(part)) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill(signal);
      await ended;
    },
    powerOff() {
      empty(space);
      // The exit events of these processes arrive later.
      for (const { part } of parts.values()) parts.set(part.name, { part, child: undefined });
    },
    powerOn() {
      for (const { part } of [...parts.values()]) if (!isRunning(part.name)) start(part);
    },
    kill: (word) => killAll(listPids(space).filter((pid) => commandLine(pid).includes(word))),
    dropPacketsTo(other) {
      ip('-n', space, 'route', 'add', 'blackhole', `${other.address}/32`);
      return () => void ip('-n', space, 'route', 'delete', 'blackhole', `${other.address}/32`);
    },
    slowDown(kbit) {
      const ends = [
        ['-n', space, 'qdisc', 'replace', 'dev', 'eth0'],
        ['-n', SWITCH, 'qdisc', 'replace', 'dev', `p-${name}`],
      ];
      const limit = ['root', 'tbf', 'rate', `${kbit}kbit`, 'burst', '32kbit', 'latency', '400ms'];
      for (const end of ends) execFileSync('tc', [...end, ...limit]);
      return () => {
        for (const [n = '', where = '', , , dev = '', link = ''] of ends)
          execFileSync('tc', [n, where, 'qdisc', 'delete', dev, link, 'root']);
      };
    },
  };
}

/** `ip netns exec` and `setpriv` become the command, so the process that is started is the part itself. */
function inside(name: string, command: string[]): string[] {
  return ['ip', 'netns', 'exec', PREFIX + name, ...asUser(command)];
}

/** A command that runs as the user of the parts. */
export function asUser(command: string[]): string[] {
  const identity = ['--reuid', USER, '--regid', USER, '--clear-groups', '--inh-caps=-all'];
  return ['setpriv', ...identity, '--', ...command];
}

/** Starts a process on a machine, which writes to the log file. */
function launch(machine: string, { command, env }: Part, log: string): ChildProcess {
  const output = openSync(log, 'a');
  const [program = '', ...args] = inside(machine, command);
  // A separate process group, so that Ctrl-C reaches only this process, which then ends the others.
  const child = spawn(program, args, {
    env: { PATH, LANG: 'C.UTF-8', ...env },
    stdio: ['ignore', output, output],
    detached: true,
  });
  closeSync(output);
  child.on('error', () => undefined);
  return child;
}

const getLogFile = (folder: string, machine: string, part: string): string =>
  join(folder, 'logs', `${machine}-${part}.log`);

/** Connects a port to the bridge of the switch. */
function plugIn(port: string): void {
  ip('-n', SWITCH, 'link', 'set', port, 'master', 'br0');
  ip('-n', SWITCH, 'link', 'set', port, 'up');
}

/** The processes in a network namespace. */
const listPids = (space: string): number[] =>
  ip('netns', 'pids', space).split('\n').filter(Boolean).map(Number);

/** Empty if the process has ended. */
function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

/** Kills every process in a namespace, and those that they start meanwhile. */
function empty(space: string): void {
  for (let passes = 0; passes < 20; passes++) {
    const pids = listPids(space);
    if (pids.length === 0) return;
    killAll(pids);
  }
}

function killAll(pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended on its own.
    }
  }
}
