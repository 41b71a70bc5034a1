export type { Fault, FaultKind } from './faults.ts';
export type { LineOutcome, TestLine, TestResponses, TestServerOptions } from './options.ts';
export { isSimulated, type OperationId, type SimulatedOperation } from './simulated-operations.ts';
export { createTestServer, type ReceivedRequest, type TestServer } from './test-server.ts';
