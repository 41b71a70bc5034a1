export type { Fault, FaultKind } from './faults.ts';
export type { OperationId } from './operation.ts';
export type { LineOutcome, TestLine, TestServerOptions, TestVoice } from './options.ts';
export type { TestCard } from './simulate/billing.ts';
export { simulatedOperations } from './simulated-operations.ts';
export { createTestServer, type ReceivedRequest, type TestServer } from './test-server.ts';
export type { DeliveredFile, TestMail } from './world.ts';
