import { parentPort, workerData } from 'node:worker_threads';
import { countScript } from './count-script.ts';

parentPort?.postMessage(countScript(workerData.bytes, workerData.format));
