/**
 * A proxy in front of the S3 server. It forwards requests unchanged, including the Host header, which is part of the
 * signature. On request, it responds with 503, like an overloaded bucket.
 */
import { createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';

const { TARGET = '', GATE_PORT, CONTROL_PORT } = process.env;
const [host = '', port] = TARGET.split(':');
const BUSY =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code><Message>Later.</Message></Error>';
let isRefusing = false;

const gate = createServer((req, res) => {
  if (isRefusing) {
    req.resume();
    res.writeHead(503, { 'content-type': 'application/xml', 'content-length': BUSY.length }).end(BUSY);
    return;
  }
  // The proxy itself has responded to `Expect`.
  const { expect: _, ...headers } = req.headers;
  const onward = request(
    { host, port, method: req.method, path: req.url, headers, agent: false },
    (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    },
  );
  onward.on('error', () => res.destroy());
  res.on('close', () => onward.destroy());
  req.pipe(onward);
});
gate.keepAliveTimeout = 60_000;
gate.listen(Number(GATE_PORT));

const control = createServer(async (req, res) => {
  if (req.method === 'POST') isRefusing = (await text(req)) === 'true';
  res.end(String(isRefusing));
});
control.listen(Number(CONTROL_PORT));
