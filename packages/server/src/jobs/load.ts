import { glob } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Job } from './job.ts';

const SOURCES = fileURLToPath(new URL('..', import.meta.url));
const JOB_FILES = '{engine,http,features/*}/jobs.ts';

let loaded: Promise<Job[]> | undefined;

/** Every job of the service. */
export function loadJobs(): Promise<Job[]> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Job[]> {
  const jobs: Job[] = [];
  for await (const file of glob(JOB_FILES, { cwd: SOURCES })) {
    const exported: Record<string, unknown> = await import(pathToFileURL(`${SOURCES}${file}`).href);
    jobs.push(...Object.values(exported).filter(isJob));
  }
  return jobs.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const isJob = (value: unknown): value is Job =>
  typeof value === 'object' && value !== null && 'kind' in value && 'handle' in value;
