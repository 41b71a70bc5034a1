export { simulatedOperations } from './exchange.ts';
export type { Fault, FaultKind } from './faults.ts';
export type { OperationId } from './operation.ts';
export { createTestServer, type ReceivedRequest, type TestServer } from './test-server.ts';
export type { LineOutcome, TestLine, TestServerOptions } from './world.ts';
