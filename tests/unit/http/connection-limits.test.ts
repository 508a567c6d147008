import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { admitConnection, admitRequest, serverOptions } from '#lib/http/connection-limits.ts';
import { connectionLimits } from '#lib/limits.ts';

/** A request that has come, with its answer still to be given; each from an address of its own, unless told. */
function come(
  headers: Record<string, string>,
  { complete = false, address = `2001:db8:${(come.count++).toString(16)}::1`, socket = new Socket() } = {},
) {
  const request = new IncomingMessage(socket);
  Object.assign(request, { headers: { 'x-forwarded-for': address, ...headers }, complete });
  const response = new ServerResponse(request);
  const isAdmitted = admitRequest(request, response);
  const bring = (bytes: number) => vi.spyOn(request.socket, 'bytesRead', 'get').mockReturnValue(bytes);
  return { request, isAdmitted, bring, answer: () => response.emit('close') };
}
come.count = 0;

const withBody = { 'content-length': '900000' };
const chunked = { 'transfer-encoding': 'chunked' };

test('the oldest of too many unfinished requests is cut off, and no other', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const answered = come(withBody);
  answered.answer();
  const whole = come(withBody, { complete: true });
  const bodiless = come({});
  const most = connectionLimits.bytes / connectionLimits.bytesPerRequest;
  const slow = Array.from({ length: most - 1 }, (_, index) => come(index % 2 ? withBody : chunked));
  const all = [answered, whole, bodiless, ...slow];
  const brokenOff = () => {
    vi.advanceTimersByTime(1_000);
    return all.filter(({ request }) => request.destroyed);
  };
  expect(brokenOff()).toEqual([]);

  all.push(come(withBody));
  expect(brokenOff()).toEqual([slow[0]]);
  for (const { answer } of all) answer();
});

test('the largest body is cut off when all bodies together are too large', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const half = connectionLimits.bytes / 2;
  const [whole, larger, smaller] = [come(withBody, { complete: true }), come(withBody), come(withBody)];
  const all = [smaller, larger, whole];
  const brokenOff = () => {
    vi.advanceTimersByTime(1_000);
    return all.filter(({ request }) => request.destroyed);
  };
  whole.bring(half);
  larger.bring(half - 10 - 3 * connectionLimits.bytesPerRequest);
  smaller.bring(10);
  expect(brokenOff()).toEqual([]);
  smaller.bring(11);
  expect(brokenOff()).toEqual([larger]);
  // Who has brought all of it is waited for, whatever it is.
  whole.bring(2 * half);
  expect(brokenOff()).toEqual([smaller, larger]);
  for (const { answer } of all) answer();
  expect(vi.getTimerCount()).toBe(0);
});

test.each([
  ['an IPv4 address', () => '192.0.2.7', '192.0.2.8'],
  ['an IPv4 address with its port', (index: number) => `192.0.2.7:${index + 1024}`, '192.0.2.8:80'],
  ['a network of IPv6', (index: number) => `2001:db8:ffff:1::${index.toString(16)}`, '2001:db8:ffff:2::1'],
])('%s has its own share of unfinished requests', (_what, address, other) => {
  const all = Array.from({ length: connectionLimits.bodiesPerAddress }, (_, index) =>
    come(withBody, { address: address(index), complete: index % 2 === 0 }),
  );
  expect(all.every(({ isAdmitted }) => isAdmitted)).toBe(true);
  const next = () => come(withBody, { address: address(1) });
  expect(next().isAdmitted).toBe(false);
  expect(come({}, { address: address(1) }).isAdmitted).toBe(true);
  all.push(come(withBody, { address: other }));
  expect(all.at(-1)?.isAdmitted).toBe(true);
  all.shift()?.answer();
  all.push(next());
  expect(all.at(-1)?.isAdmitted).toBe(true);
  for (const { answer } of all) answer();
});

/** A connection from this address. */
function connected(address: string): Socket {
  const socket = new Socket();
  vi.spyOn(socket, 'remoteAddress', 'get').mockReturnValue(address);
  admitConnection(socket);
  return socket;
}

test('an address over its share of connections loses its oldest idle one', () => {
  const [busy, ...idle] = Array.from({ length: connectionLimits.connectionsPerAddress }, () =>
    connected('192.0.2.9'),
  );
  const { answer } = come({}, { socket: busy });
  const others = [connected('192.0.2.10'), connected('::ffff:192.0.2.11')];
  const all = [...(busy ? [busy] : []), ...idle, ...others];
  const closed = () => all.filter(({ destroyed }) => destroyed);
  expect(closed()).toEqual([]);
  all.push(connected('::ffff:192.0.2.9'));
  expect(closed()).toEqual([idle[0]]);
  all.push(connected('192.0.2.9'));
  expect(closed()).toEqual([idle[0], idle[1]]);
  answer();
  all.push(connected('192.0.2.9'));
  expect(closed()).toEqual([busy, idle[0], idle[1]]);
  for (const socket of all) socket.destroy();
});

test('an address with an answer due on every connection gets no further one', () => {
  const all = Array.from({ length: connectionLimits.connectionsPerAddress }, () => {
    const socket = connected('192.0.2.12');
    return { socket, ...come({}, { socket }) };
  });
  const next = connected('192.0.2.12');
  expect([...all, { socket: next }].filter(({ socket }) => socket.destroyed)).toEqual([{ socket: next }]);
  for (const { socket, answer } of all) {
    answer();
    socket.destroy();
  }
});

test('a silent connection is closed as soon as its time is over', async () => {
  const server = createServer({ ...serverOptions, headersTimeout: 20 }, () => {});
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket.resume(), 'close');
  server.close();
}, 15_000);
