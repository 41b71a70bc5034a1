export type { Fault, FaultKind } from './faults.ts';
export type { LineOutcome, OperationId, SimulatedOperation } from './options.ts';
export { isSimulated, type TestLine, type TestResponses, type TestServerOptions } from './options.ts';
export { createTestServer, type ReceivedRequest, type TestServer } from './test-server.ts';
