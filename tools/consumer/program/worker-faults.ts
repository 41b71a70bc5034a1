// The fault table as an edge worker. It responds with the failures.
import * as client from '@voiceloom/sdk';
import { driftReports } from '@voiceloom/sdk/contract';
import { runTable } from './fault-table.ts';

export default {
  async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url).searchParams.get('service') ?? '';
    return Response.json({ fetch: await runTable({ sdk: { ...client, driftReports }, url }) });
  },
};
