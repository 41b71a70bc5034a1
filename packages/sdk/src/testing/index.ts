export type { Fault, FaultKind } from './faults.ts';
export type { LineOutcome, OperationId, SimulatedOperation } from './options.ts';
export { isSimulated, type TestLine, type TestResponses, type TestServerOptions } from './options.ts';
export type { ReceivedRequest } from './state.ts';
export { createTestServer, type TestServer } from './test-server.ts';
