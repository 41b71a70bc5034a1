import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** Has a manifest of its own, so that the workspace does not install the other clients. */
const PEERS = fileURLToPath(new URL('.', import.meta.url));

/** The clients that ours is compared to. */
export const ANCHORS = ['stripe', 'openai', '@elevenlabs/elevenlabs-js', 'openapi-fetch'] as const;
export const OURS = '@voiceloom/sdk';

export interface Stage {
  /** A folder with all clients in its `node_modules`, including the published form of ours. */
  folder: string;
  /** The URL of the stub. */
  url: string;
  /** Returns the path of a package or a program that this folder installs. */
  tool(path: string): string;
  /** Runs a program in the folder, in a separate process, and returns its output, parsed as JSON. */
  run<T>(file: string, args?: readonly string[]): T;
  /** Writes a program to the folder and returns its path. */
  write(name: string, text: string): string;
  close(): void;
}

/** Builds our package, and installs the others if necessary. */
export async function openStage(): Promise<Stage> {
  execFileSync(process.execPath, ['scripts/pack.mjs'], { cwd: ROOT, stdio: 'ignore' });
  if (!existsSync(join(PEERS, 'node_modules'))) {
    const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
    execFileSync('npm', install, { cwd: PEERS, stdio: 'inherit' });
  }
  const folder = mkdtempSync(join(tmpdir(), 'voiceloom-sdk-bench-'));
  const link = (name: string, target: string) => {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(target, join(folder, 'node_modules', name), 'dir');
  };
  for (const name of [...ANCHORS, '@types/node']) link(name, join(PEERS, 'node_modules', name));
  link(OURS, join(ROOT, 'dist/packages/unpacked/sdk'));
  const stub = spawn(process.execPath, [fileURLToPath(new URL('stub.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve) => {
    stub.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()));
  });
  return {
    folder,
    url,
    tool: (path) => join(PEERS, 'node_modules', path),
    run: (file, args = []) => {
      const said = execFileSync(process.execPath, [file, ...args], {
        ...{ cwd: folder, encoding: 'utf8', maxBuffer: 64 << 20 },
        env: { ...process.env, NODE_OPTIONS: '', NO_COLOR: '1' },
      });
      return JSON.parse(said.trim().split('\n').at(-1) ?? '');
    },
    write: (name, text) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    },
    close: () => {
      stub.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const manifestOf = (folder: string): { dependencies?: Record<string, string> } =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
