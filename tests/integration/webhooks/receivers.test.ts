import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import type { AddressRules, Resolve } from '#lib/webhooks/address-guard.ts';
import { body, deliver, drip, receive, rules, speak, to } from './receiver.ts';

describe('a receiver', () => {
  it('gets one POST, with its host and with the signed bytes', async () => {
    const { url, received } = await receive((_, response) => response.end('thanks'));
    const headers = { 'webhook-id': 'msg_1', Host: 'internal', 'Transfer-Encoding': 'chunked' };
    expect(await deliver(url, { headers })).toMatchObject({ kind: 'answered', status: 200, body: 'thanks' });
    expect(received).toMatchObject([
      { method: 'POST', url: '/hook?x=1', headers: { 'webhook-id': 'msg_1', host: new URL(url).host }, body },
    ]);
    expect(received[0]?.headers['transfer-encoding']).toBeUndefined();
  });

  it.each([200, 204, 400, 410, 413, 500, 503])(
    'that answers %i is recorded with that status',
    async (status) => {
      const { url } = await receive((_, response) => response.writeHead(status).end());
      const answer = await deliver(url);
      expect(answer).toEqual({ kind: 'answered', status, body: '', durationMs: expect.any(Number) });
    },
  );

  it('that asks for a later attempt is recorded with the time', async () => {
    const { url } = await receive((_, response) =>
      response.writeHead(429, { 'retry-after': '120' }).end('slow'),
    );
    expect(await deliver(url)).toMatchObject({ status: 429, retryAfter: '120', body: 'slow' });
  });

  it.each([301, 302, 307, 308])('that redirects with %i is not followed', async (status) => {
    const other = await receive((_, response) => response.end());
    const { url } = await receive((_, response) => response.writeHead(status, { location: other.url }).end());
    expect(await deliver(url)).toMatchObject({ kind: 'answered', status });
    expect(other.sockets).toHaveLength(0);
  });

  it('that redirects to the metadata service is not followed', async () => {
    const asked: string[] = [];
    const resolve: Resolve = (hostname, options, callback) => {
      asked.push(hostname);
      to('127.0.0.1')(hostname, options, callback);
    };
    const location = 'http://169.254.169.254/latest/meta-data/';
    const { url } = await receive((_, response) => response.writeHead(302, { location }).end());
    expect(await deliver(url, { resolve })).toMatchObject({ kind: 'answered', status: 302 });
    expect(asked).toEqual(['localhost']);
  });

  it('that never ends its answer is cut off at 16 KiB', async () => {
    let sent = 0;
    const { url, sockets } = await receive((_, response) => {
      const pour = (): void => {
        sent += 65_536;
        if (!response.destroyed) response.write('x'.repeat(65_536), () => setImmediate(pour));
      };
      pour();
    });
    const answer = await deliver(url);
    expect(answer).toMatchObject({ status: 200, body: 'x'.repeat(16_384) });
    await vi.waitFor(() => expect(sockets.map((socket) => socket.closed)).toEqual([true]), 20_000);
    expect(sent).toBeLessThan(64 * 1024 * 1024);
  });

  it('that answers with a compressed bomb is recorded by its first bytes, not expanded', async () => {
    const bomb = gzipSync(Buffer.alloc(2 ** 26));
    const { url } = await receive((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    );
    const answer = await deliver(url);
    expect(answer).toMatchObject({ kind: 'answered', status: 200 });
    expect((answer as { body: string }).body.length).toBeLessThanOrEqual(16_384);
  });

  it('with characters that no database takes is recorded with replacements', async () => {
    const bytes = Buffer.from([0x61, 0, 0xed, 0xa0, 0x80, 0xff, 0xc3, 0xb1]);
    const { url } = await receive((_, response) => response.end(bytes));
    expect(await deliver(url)).toMatchObject({ body: expect.stringMatching(/^a\ufffd+ñ$/) });
    const long = await receive((_, response) => response.end(`x${'ñ'.repeat(20_000)}`));
    expect(await deliver(long.url)).toMatchObject({ body: `x${'ñ'.repeat(8_191)}` });
  });
});

describe('an answer broken off after its status', () => {
  const head = 'HTTP/1.1 202 Accepted\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npart\r\n';

  it.each<[string, (socket: Socket) => void]>([
    ['drips', (socket) => drip(socket, '1\r\n.\r\n')],
    ['stops', () => {}],
    ['is reset', (socket) => setTimeout(() => socket.resetAndDestroy(), 50)],
    ['ends early', (socket) => socket.end()],
    ['is garbled', (socket) => setTimeout(() => socket.write('no length\r\n'), 50)],
  ])('counts, with the text so far: it %s', async (_what, then) => {
    const { url } = await speak((socket) => {
      socket.once('data', () => socket.write(head, () => then(socket)));
    });
    const answer = await deliver(url, { timeoutMs: 800 });
    expect(answer).toMatchObject({ kind: 'answered', status: 202, body: expect.stringMatching(/^part\.*$/) });
  });
});

describe('a receiver without an answer', () => {
  it.each<[string, string, (socket: Socket) => void]>([
    ['says nothing', 'timeout', () => {}],
    ['promises an answer', 'timeout', (socket) => drip(socket, 'HTTP/1.1 102 Processing\r\n\r\n')],
    ['resets', 'reset', (socket) => socket.once('data', () => socket.resetAndDestroy())],
    ['hangs up', 'reset', (socket) => socket.once('data', () => socket.end())],
    ['speaks something else', 'reset', (socket) => socket.end('SSH-2.0-OpenSSH\r\n')],
    [
      'changes the protocol',
      'reset',
      (socket) => socket.write('HTTP/1.1 101 Ok\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    ],
  ])('fails when it %s', async (_what, failure, speech) => {
    const { url } = await speak(speech);
    const timeoutMs = failure === 'timeout' ? 300 : 5_000;
    expect(await deliver(url, { timeoutMs })).toMatchObject({ kind: 'failed', failure });
  });

  it('fails when nobody listens, at one address or at several', async () => {
    const gone = net.createServer().listen(0, '127.0.0.1');
    await once(gone, 'listening');
    const { port } = gone.address() as AddressInfo;
    gone.close();
    await once(gone, 'close');
    const both: Resolve = (_hostname, _options, callback) =>
      process.nextTick(
        callback,
        null,
        ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 })),
      );
    for (const resolve of [to('127.0.0.1'), both]) {
      const answer = await deliver(`http://localhost:${port}/`, { resolve });
      expect(answer).toMatchObject({ failure: 'refused', detail: expect.stringContaining('ECONNREFUSED') });
    }
  });

  it('fails when its name is unknown, or its look-up takes too long', async () => {
    const unknown: Resolve = (_hostname, _options, callback) =>
      process.nextTick(callback, Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []);
    const url = 'https://hooks.example.com/';
    expect(await deliver(url, { resolve: unknown })).toMatchObject({ failure: 'dns' });
    expect(await deliver(url, { resolve: () => {}, timeoutMs: 100 })).toMatchObject({ failure: 'timeout' });
  });

  it('fails for an invalid header, which the detail does not quote', async () => {
    const { url, sockets } = await receive((_, response) => response.end());
    const answer = await deliver(url, { headers: { authorization: 'Bearer secret\r\nx: y' } });
    expect(answer).toMatchObject({ kind: 'failed', failure: 'refused' });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(sockets).toHaveLength(0);
  });
});

describe('a forbidden address', () => {
  it('gets no connection after the rules or the resolver changed', async () => {
    const { url, sockets } = await receive((_, response) => response.end());
    const refuse: AddressRules = { ...rules, loopback: 'refuse' };
    for (const host of ['localhost', '127.0.0.1', '2130706433']) {
      const answer = await deliver(url.replace('localhost', host), { rules: refuse });
      expect(answer).toMatchObject({ kind: 'failed', failure: 'address-refused' });
    }
    const { port } = new URL(url);
    const elsewhere = { rules: { ...rules, ports: [Number(port)] }, resolve: to('127.0.0.1') };
    expect(await deliver(`https://hooks.example.com:${port}/`, elsewhere)).toMatchObject({
      failure: 'address-refused',
    });
    expect(sockets).toHaveLength(0);
  });

  it.each(
    `0.0.0.0 127.0.0.1 127.1.2.3 :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 64:ff9b::7f00:1 2002:7f00:1::
    fe80::1%lo fec0::1`.split(/\s+/),
  )('gets no connection by a name that leads to %s, nor by its own spelling', async (address) => {
    const { url, sockets } = await receive((_, response) => response.end());
    const { port } = new URL(url);
    const chosen: AddressRules = { loopback: 'refuse', ports: [Number(port)] };
    const literal = address.includes(':') ? `[${address}]` : address;
    for (const host of ['hooks.example.com', 'hooks.example.com.', literal, `${literal}.`]) {
      const sent = deliver(`https://${host}:${port}/`, { rules: chosen, resolve: to(address) });
      expect(await sent).toMatchObject({ kind: 'failed', failure: 'address-refused' });
    }
    expect(sockets).toHaveLength(0);
  });

  it('is not reached by rebinding, as each message has one look-up', async () => {
    const { url, sockets } = await receive((_, response) => response.end());
    const answers = ['127.0.0.1', '10.0.0.5'];
    const resolve: Resolve = (...call) => to(answers.shift() ?? '')(...call);
    expect(await deliver(url, { resolve })).toMatchObject({ kind: 'answered', status: 200 });
    expect(answers).toEqual(['10.0.0.5']);
    expect(await deliver(url, { resolve })).toMatchObject({ failure: 'address-refused' });
    expect(sockets).toHaveLength(1);
  });
});

describe('a kept connection', () => {
  const addresses = (...found: string[]): Resolve => {
    return (_hostname, _options, callback) =>
      process.nextTick(
        callback,
        null,
        found.map((address) => ({ address, family: 4 })),
      );
  };

  it('is used for the next message to the same receiver', async () => {
    const { url, received, sockets } = await receive((_, response) => response.end('thanks'));
    for (let count = 0; count < 3; count += 1) {
      expect(await deliver(url)).toMatchObject({ status: 200, body: 'thanks' });
    }
    expect([received.length, sockets.length]).toEqual([3, 1]);
  });

  it('is not used when the next look-up has other addresses', async () => {
    const { url, sockets } = await receive((_, response) => response.end());
    expect(await deliver(url, { resolve: addresses('127.0.0.1') })).toMatchObject({ status: 200 });
    const both = { resolve: addresses('127.0.0.1', '127.0.0.2') };
    expect(await deliver(url, both)).toMatchObject({ status: 200 });
    expect(sockets).toHaveLength(2);
    const turned = { resolve: addresses('127.0.0.2', '127.0.0.1') };
    expect(await deliver(url, turned)).toMatchObject({ status: 200 });
    expect(sockets).toHaveLength(2);
  });

  it('is not used once its address is forbidden', async () => {
    const { url, received, sockets } = await receive((_, response) => response.end());
    expect(await deliver(url)).toMatchObject({ status: 200 });
    const refused = { kind: 'failed', failure: 'address-refused' };
    expect(await deliver(url, { rules: { ...rules, loopback: 'refuse' } })).toMatchObject(refused);
    expect(await deliver(url, { resolve: to('10.0.0.5') })).toMatchObject(refused);
    expect([received.length, sockets.length]).toEqual([1, 1]);
  });

  it('closed by the receiver costs no attempt', async () => {
    const { url, sockets } = await receive((request, response) => {
      const isSecond = requests.has(request.socket);
      requests.add(request.socket);
      if (isSecond) request.socket.resetAndDestroy();
      else response.end();
    });
    const requests = new Set<Socket>();
    expect(await deliver(url)).toMatchObject({ status: 200 });
    expect(await deliver(url)).toMatchObject({ status: 200 });
    expect(sockets).toHaveLength(2);
  });

  it('is closed after a while without messages', { tags: 'slow' }, async () => {
    const { url, sockets, server } = await receive((_, response) => response.end());
    server.keepAliveTimeout = 600_000;
    await deliver(url);
    expect(sockets.map((socket) => socket.closed)).toEqual([false]);
    await vi.waitFor(() => expect(sockets.map((socket) => socket.closed)).toEqual([true]), 20_000);
  });
});
