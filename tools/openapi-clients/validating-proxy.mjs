// A proxy that checks every request and response with express-openapi-validator, and forwards all of them.
import { createServer, request } from 'node:http';
import express from 'express';
import { middleware } from 'express-openapi-validator';
import { partOfDocument } from './part-of-document.mjs';

/** Headers that belong to one connection. */
const HOP_HEADERS = new Set([
  'connection',
  'content-length',
  'content-encoding',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

/**
 * Starts the proxy on a free port. `target()` returns the URL of the service. `report` gets a text for every violation:
 * the service accepts a request that the validator rejects, or its response does not match the document.
 */
export async function startProxy({ document, target, report }) {
  const responseProblems = new WeakMap();
  // The validator reads the whole document again for each operation, so each path has its own part of it.
  const validatorsOf = (paths) =>
    middleware({
      apiSpec: structuredClone(partOfDocument(document, paths)),
      validateApiSpec: false,
      validateSecurity: false,
      validateRequests: true,
      validateResponses: { onError: (error, _body, req) => responseProblems.set(req, error) },
    });
  const parts = Object.entries(document.paths).map(([path, item]) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    item,
  }));
  // Fixed names come before parameters, as in the service.
  parts.sort((one, other) => one.path.split('{').length - other.path.split('{').length);
  const findValidators = (req) => {
    const part = parts.find(
      ({ pattern, item }) => pattern.test(req.path) && req.method.toLowerCase() in item,
    );
    if (part) part.validators ??= validatorsOf({ [part.path]: part.item });
    return part?.validators ?? [];
  };
  const validate = (validator, req, res) =>
    new Promise((resolve) => {
      Promise.resolve(validator(req, res, resolve)).catch(resolve);
    });
  const counts = { requests: 0, rejected: 0, invalid: 0, checked_responses: 0 };
  const app = express();
  app.use(async (req, res) => {
    const chunks = [];
    for await (const chunk of req) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const json = parseJson(bytes);
    req.body = json;
    let rejection;
    // A body that is not JSON has no form that the document could describe.
    if (bytes.length === 0 || json !== undefined)
      for (const validator of findValidators(req)) rejection ??= await validate(validator, req, res);
    const place = `${req.method} ${req.originalUrl}`;
    let response;
    try {
      response = await forwarded(req, bytes, target());
    } catch (error) {
      report(`${place}: no response: ${error.message}`);
      return res.destroy();
    }
    counts.requests += 1;
    if (rejection) counts.invalid += 1;
    const { statusCode: status, headers } = response;
    if (status >= 400) counts.rejected += 1;
    if (rejection && status < 400)
      report(
        `${place}: accepted with ${status}, but the validator says: ${rejection.message} ${bytes.toString().slice(0, 300)}`,
      );
    res.status(status);
    for (const [name, value] of Object.entries(headers))
      if (!HOP_HEADERS.has(name)) res.setHeader(name, value);
    if (!headers['content-type']?.startsWith('application/json') || req.method === 'HEAD')
      return response.pipe(res);
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) text += chunk;
    res.json(JSON.parse(text));
    if (req.openapi?.schema) counts.checked_responses += 1;
    const problem = responseProblems.get(req);
    if (problem)
      report(
        `${place}: the response ${status} does not match: ${JSON.stringify(problem.errors ?? problem.message)}`,
      );
  });
  const server = createServer(app);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    counts,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

function parseJson(bytes) {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** The response of the service to the same bytes. Each request has its own connection. */
function forwarded(req, bytes, target) {
  return new Promise((resolve, reject) => {
    const headers = Object.fromEntries(
      Object.entries(req.headers).filter(([name]) => !HOP_HEADERS.has(name)),
    );
    if (bytes.length > 0) headers['content-length'] = bytes.length;
    const call = request(
      `${target}${req.originalUrl}`,
      { method: req.method, headers, agent: false },
      resolve,
    );
    call.on('error', reject);
    call.end(bytes);
  });
}
