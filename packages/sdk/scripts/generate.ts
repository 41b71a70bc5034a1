import { CONTRACT_HASH, CONTRACT_VERSION } from '@voiceloom/contract';
import { operationModels } from './operation-model.ts';
import { printNodePorts } from './print-node-ports.ts';
import { printOperations } from './print-operations.ts';
import { printRoutes } from './print-routes.ts';
import { printTypes } from './print-types.ts';
import { printWebhookEvents } from './print-webhook-events.ts';

/** The generated files of the SDK by name. The same contract always gives the same text. */
export function generatedFiles(): Record<string, string> {
  const operations = operationModels();
  const types = printTypes(operations);
  const typeNames = [...types.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = '']) => name);
  return {
    'types.ts': types,
    'routes.ts': printRoutes(operations, { version: CONTRACT_VERSION, hash: CONTRACT_HASH }),
    'node-ports.ts': printNodePorts(),
    'webhook-events.ts': printWebhookEvents(),
    'operations.ts': printOperations(operations, typeNames),
  };
}
