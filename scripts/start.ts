import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { enableCompileCache } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { env } from '#lib/env.ts';
import { watchBuild } from '#lib/health.ts';
import { markThisMachine } from '#lib/http/client-address.ts';
import {
  admitConnection,
  admitRequest,
  idleTimeoutMs,
  proxyKeepAliveMs,
  serverOptions,
} from '#lib/http/connection-limits.ts';
import { refusalOf, refuse, refuseUnreadable } from '#lib/http/gateway.ts';
import { hostNames } from '#lib/http/hosts.ts';
import { measurePage } from '#lib/http/page-metrics.ts';
import { securityHeaders } from '#lib/http/security-headers.ts';
import { connectionLimits } from '#lib/limits.ts';
import { log, logPrinted } from '#lib/log.ts';
import { crowdedOut } from '#lib/metrics.ts';
import { reasonOf } from '#lib/reason.ts';
import { announceClosing, processStarted, shutDown, stopTimesMs } from '#lib/shutdown.ts';
import { loadVaultKeys } from '#lib/vault.ts';
import { startWatchdog } from '#lib/watchdog.ts';

/** `npm start`: the production server. Next does the work; this guards its entry and shuts it down. */
const dev = process.argv.includes('--dev');
const { PORT, HOST, ALTA_ORIGIN, ALTA_PROXY_HOPS } = await orEnd(async () => env());
await orEnd(loadVaultKeys);
await orEnd(tryPort);
if (!dev) logPrinted();
if (!dev) await orEnd(async () => watchBuild());

// Most of a start is compiling Next and the pages. Next is imported after this, so that it is cached too.
enableCompileCache('.next/cache/compiled');
const { default: next } = await import('next');
const app = next({ dev, hostname: HOST, port: PORT });
await app.prepare();
// Not earlier, because a schema migration may take any time.
if (!dev) startWatchdog();
// The first process of a container cannot kill itself, not even with SIGKILL.
if (!dev && process.pid === 1)
  log().warn(
    'this is the first process of a container, which cannot kill itself when it hangs: run it with an init (docker run --init)',
  );
const handle = app.getRequestHandler();

const names = hostNames(env());
let stopping = false;
const openResponses = new Set<ServerResponse>();
// An offer of HTTP/2, such as that of Java's client, is passed over: the request is answered in HTTP/1.1.
const shouldUpgradeCallback = ({ headers }: IncomingMessage) => headers.upgrade !== 'h2c';
const server = createServer({ ...serverOptions, shouldUpgradeCallback }, (request, response) => {
  openResponses.add(response);
  response.once('close', () => openResponses.delete(response));
  // Sends `Connection: close`, so that the proxy does not send another request over this connection.
  if (stopping) response.shouldKeepAlive = false;
  markThisMachine(request);
  // Without a proxy, the client's claim about its own address is ignored.
  if (ALTA_PROXY_HOPS === 0) request.headers['x-forwarded-for'] = request.socket.remoteAddress ?? 'unknown';
  // Next compares a form's origin with this host. Behind a proxy that is the public one, whatever it passes.
  if (ALTA_PROXY_HOPS === 0) delete request.headers['x-forwarded-host'];
  else request.headers['x-forwarded-host'] = new URL(ALTA_ORIGIN).host;
  // Next requests the page to which a form redirects from itself: by https if a proxy said so, which is not spoken here.
  delete request.headers['x-forwarded-proto'];
  for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
  const refusal = refusalOf(request, names) ?? (admitRequest(request, response) ? undefined : 429);
  if (refusal) {
    refuse(request, response, refusal);
    return;
  }
  // A same-origin form may have `Origin: null`, which Next would refuse as cross-origin.
  if (request.headers.origin === 'null' && request.headers['sec-fetch-site'] === 'same-origin')
    delete request.headers.origin;
  void measurePage(request.url ?? '', response, () => handle(request, response));
});
server.setTimeout(idleTimeoutMs);
server.maxConnections = connectionLimits.connections;
if (ALTA_PROXY_HOPS === 0) server.on('connection', admitConnection);
else server.keepAliveTimeout = proxyKeepAliveMs;
server.on('drop', () => crowdedOut().inc({ limit: 'connections' }));
server.on('checkExpectation', (request, response) => refuse(request, response, 400));
server.on('clientError', (_error, socket) => refuseUnreadable(socket));
// Only Next's reloading in development uses upgraded connections.
server.on('upgrade', dev ? app.getUpgradeHandler() : (_request, socket) => refuseUnreadable(socket));
server.on('connect', (_request, socket) => refuseUnreadable(socket));

/** Ends in order: not ready, no new connections, no requests, everything closed (docs/deployment.md#stopping). */
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  const startedAt = performance.now();
  log().info('stopping');
  announceClosing();
  for (const response of openResponses) response.shouldKeepAlive = false;
  // Until its next health check, a proxy sends requests here, over connections that it keeps.
  if (ALTA_PROXY_HOPS > 0) await sleep(stopTimesMs.notice);
  // Requests under way are answered first, because they need the database that is closed afterwards.
  const answered = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const hurry = setTimeout(() => server.closeAllConnections(), stopTimesMs.drain);
  await answered;
  clearTimeout(hurry);
  const isClosed = await close();
  log().info({ ms: Math.round(performance.now() - startedAt) }, 'stopped');
  process.exit(isClosed ? 0 : 1);
}

/** Finishes the running work and closes the database. @returns false if that failed or took too long */
async function close(): Promise<boolean> {
  const late = sleep(stopTimesMs.close).then(() => {
    throw new Error(`not closed after ${stopTimesMs.close / 1_000} seconds`);
  });
  try {
    await Promise.race([opened().then(shutDown), late]);
    return true;
  } catch (error) {
    log().error({ err: error }, 'closing failed; the next process continues the unfinished work');
    return false;
  }
}

// Our scripts keep this process's stdin open, so it ends when the script ends, even if the script is killed.
if (process.env.EXIT_WITH_PARENT) process.stdin.once('end', stop).resume();
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

await opened();
// A stop may have begun during the start.
if (!stopping) {
  await orEnd(() => listen(server).catch(closeAndThrow));
  const address = server.address();
  process.stdout.write(
    `Alta listens on http://${HOST}:${typeof address === 'object' ? address?.port : PORT}\n`,
  );
}

/** The port may have been taken since `tryPort`. By now the queue and the database are open. */
async function closeAndThrow(error: unknown): Promise<never> {
  stopping = true;
  await close();
  throw error;
}

/** In development, Next may call `register` only at the first request. */
async function opened(): Promise<void> {
  if (!dev) await processStarted();
}

/** Runs before anything is opened, so that a second start on a used port does not begin any work. */
async function tryPort(): Promise<void> {
  const probe = createServer().on('connection', (socket) => socket.destroy());
  await listen(probe);
  await once(probe.close(), 'close');
}

async function listen(by: Server): Promise<void> {
  try {
    await once(by.listen(PORT, HOST), 'listening');
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw isTaken
      ? new Error(`port ${PORT} is taken; \`ss -ltnp\` says by which program`, { cause: error })
      : error;
  }
}

/** Prints an error that prevents the start, without its stack. */
async function orEnd<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    writeSync(2, `Alta could not start: ${reasonOf(error)}\n`);
    process.exit(1);
  }
}
