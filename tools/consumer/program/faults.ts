// The fault table as a program of a customer: `faults <URL of the service>` prints the failures.
import * as client from '@voiceloom/sdk';
import { driftReports } from '@voiceloom/sdk/contract';
import { nodeFetch } from '@voiceloom/sdk/node';
import { runTable } from './fault-table.ts';

type Inspect = (value: unknown, options: object) => string;
type Runtimes = { Deno?: { inspect: Inspect }; Bun?: { inspect: Inspect } };

const { Deno, Bun } = globalThis as Runtimes;
const { inspect } = Deno ?? Bun ?? (await import('node:util'));
const print = (value: unknown) => inspect(value, { depth: 20, showHidden: true });

const ground = { sdk: { ...client, driftReports }, url: process.argv[2] ?? '', print };
const [own, node] = await Promise.all([runTable(ground), runTable({ ...ground, fetch: nodeFetch() })]);
process.stdout.write(JSON.stringify({ fetch: own, nodeFetch: node }));
process.exit(0);
