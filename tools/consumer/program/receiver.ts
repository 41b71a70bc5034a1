import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { newSecret, nodeWebhookHandler, seenInMemory } from '@voiceloom/sdk/webhooks';

// Compiled with several versions of the types of Node; never run.
const receive = nodeWebhookHandler({ secrets: newSecret(), dedupe: seenInMemory(), on: {} });

createServer(receive);
createServer((req, res) => void receive(req, res));
createServer((req, res) => void receive(Object.assign(req, { originalUrl: '/hooks', body: undefined }), res));
createSecureServer((req, res) => void receive(req, res));
