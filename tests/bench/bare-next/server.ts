import { createServer } from 'node:http';
import next from 'next';
import { refusalOf } from '#lib/http/gateway.ts';

/** A server like scripts/start.ts for a nearly empty application. */
const port = Number(process.env.PORT);
const app = next({ dev: false, dir: import.meta.dirname, hostname: '127.0.0.1', port });
await app.prepare();
const handle = app.getRequestHandler();

const server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000 }, (request, response) => {
  request.headers['x-forwarded-for'] = request.socket.remoteAddress ?? 'unknown';
  const refusal = refusalOf(request);
  if (refusal) response.writeHead(refusal).end();
  else void handle(request, response);
});
server.listen(port, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
