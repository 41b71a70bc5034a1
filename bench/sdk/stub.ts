// A stub service that responds immediately, so the time of a call is the time of the client. Prints its URL.
import { createServer } from 'node:http';

const FIELDS = Object.fromEntries(
  Array.from({ length: 24 }, (_, at) => [`field_${at}`, `value ${at} of an answer of 1 KB`]),
);
const ID = '0190a1b2-0000-7000-8000-000000000001';
const TIME = '2026-01-01T00:00:00.000Z';
const META = { request_id: ID, timestamp: TIME };
const STATUSES = ['pending', 'running', 'paused', 'completed', 'failed', 'cancelled'];
const COUNTS = Object.fromEntries(STATUSES.map((status) => [status, 0]));
// Matches the contract, so that a client that checks responses has nothing to report.
const WORKFLOW = {
  ...{ id: ID, workspace_id: ID, name: 'Evening news', description: 'Read every day.', status: 'active' },
  ...{ user_id: ID, template_id: null, version: 3, created_at: TIME, updated_at: TIME },
  ...{ runs_count: 0, last_run_at: null, last_run_status: null, run_status_counts: COUNTS },
  definition: {
    graph: {
      nodes: ['source_script', 'operator_generator', 'sink_preview'].map((type) => ({
        ...{ id: ID, type, name: type, position: { x: 0, y: 0 }, config: {}, config_version: 1 },
      })),
      edges: [],
    },
    execution: { steps: [], params: {} },
  },
};
const UPLOAD = { id: ID, content_type: 'audio/wav', filename: 'a.wav', status: 'pending' };
const HEADERS = {
  'content-type': 'application/json',
  'x-request-id': ID,
  ratelimit: '"key";r=599;t=60',
  'ratelimit-policy': '"key";q=600;w=60',
};

const text = (data: unknown) => Buffer.from(JSON.stringify(data));
const WORKFLOW_TEXT = text({ data: WORKFLOW, meta: META });
// Has the fields that the other clients require, and about the same size.
const OTHER_TEXT = text({
  ...{ id: 'x_1', object: 'customer', voice_id: 'v', name: 'n', created_by: 'u', creation_time_unix: 1 },
  ...{ version_id: 'v1', version_rules_num: 0, ...FIELDS },
});

const server = createServer((req, res) => {
  const { url = '', method } = req;
  const answer = () => {
    if (url === '/put') return res.writeHead(200).end();
    let body = OTHER_TEXT;
    if (url.startsWith('/api/v1/uploads')) {
      const upload_url = `http://${req.headers.host}/put`;
      body = text({ data: url.endsWith('/confirm') ? UPLOAD : { upload: UPLOAD, upload_url }, meta: META });
    } else if (url.startsWith('/api/')) body = WORKFLOW_TEXT;
    res.writeHead(method === 'POST' ? 201 : 200, { ...HEADERS, 'content-length': body.length }).end(body);
  };
  req.resume().on('end', answer);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as { port: number }).port}\n`);
});
