export type { Fault, FaultKind } from './faults.ts';
export type { OperationId } from './operation.ts';
export type { LineOutcome, TestLine, TestServerOptions, TestVoice } from './options.ts';
export { simulatedOperations } from './simulated-operations.ts';
export { createTestServer, type ReceivedRequest, type TestServer } from './test-server.ts';
