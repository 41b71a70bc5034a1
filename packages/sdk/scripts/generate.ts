import { operationModels } from './operation-model.ts';
import { printCalls } from './print-calls.ts';
import { printCatalog } from './print-catalog.ts';
import { copiedRules, printNodeConfigs, printNodeTypes } from './print-node-types.ts';
import { printOperations } from './print-operations.ts';
import { printReference } from './print-reference.ts';
import { printSchemas } from './print-schemas.ts';
import { printTestResponses } from './print-test-responses.ts';
import { printTypes } from './print-types.ts';
import { printWebhookEvents } from './print-webhook-events.ts';

/** The generated files of the SDK by name. The same contract always gives the same text. */
export function generatedFiles(): Record<string, string> {
  const operations = operationModels();
  return {
    'types.ts': `${printTypes(operations)}\n${printOperations(operations)}`,
    'calls.ts': printCalls(operations),
    'schemas.ts': printSchemas(operations),
    'webhook-events.ts': printWebhookEvents(),
    'node-types.ts': printNodeTypes(),
    'test-responses.ts': printTestResponses(operations),
    'catalog.ts': printCatalog(operations),
    'node-configs.ts': printNodeConfigs(),
    ...copiedRules(),
  };
}

/** The reference of all methods, `docs/reference/sdk.md`. */
export const generatedReference = (): string => printReference(operationModels());
