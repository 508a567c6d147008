import type { LookupAddress, LookupOptions } from 'node:dns';
import { BlockList, connect, isIP } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type AddressRules, guardedLookup, type Resolve } from '#lib/webhooks/address-guard.ts';
import { postWebhook } from '#lib/webhooks/post-webhook.ts';

const rules: AddressRules = { loopback: 'refuse', ports: [443, 8443] };
const development: AddressRules = { ...rules, loopback: 'allow' };

/** A resolver that answers the next of these at each call, in the family that it is asked for, and counts. */
function answering(...answers: string[][]): Resolve & { calls: number } {
  const resolve: Resolve & { calls: number } = (_hostname, options: LookupOptions, callback) => {
    const addresses = answers[Math.min(resolve.calls, answers.length - 1)] ?? [];
    resolve.calls += 1;
    const found = addresses.map((address): LookupAddress => ({ address, family: isIP(address) }));
    const asked = found.filter(({ family }) => !options.family || family === options.family);
    process.nextTick(callback, null, asked);
  };
  resolve.calls = 0;
  return resolve;
}

type Looked = { code?: string | undefined; addresses: string | LookupAddress[]; family?: number | undefined };

const look = (resolve: Resolve, options = {}, hostname = 'hooks.example.com', chosen = rules) =>
  new Promise<Looked>((settle) => {
    guardedLookup(chosen, resolve)(hostname, options, (error, addresses, family) =>
      settle({ code: error?.code, addresses, family }),
    );
  });

describe('a host name', () => {
  it('gives all of its addresses or the first, as asked', async () => {
    const resolve = answering(['2606:4700::1111', '1.1.1.1']);
    const v6 = { address: '2606:4700::1111', family: 6 };
    const v4 = { address: '1.1.1.1', family: 4 };
    expect(await look(resolve, { all: true })).toMatchObject({ addresses: [v6, v4] });
    expect(await look(resolve, { all: true, family: 4 })).toMatchObject({ addresses: [v4] });
    expect(await look(resolve)).toMatchObject({ addresses: v6.address, family: 6 });
    expect(await look(resolve, { family: 'IPv4' })).toMatchObject({ addresses: v4.address, family: 4 });
  });

  it.each([['10.0.0.5'], ['127.0.0.1'], ['::1'], ['::ffff:8.8.8.8'], ['fe80::1%eth0'], ['nonsense']])(
    'with a public address and %s is refused, whichever is asked for',
    async (forbidden) => {
      for (const addresses of [
        ['1.1.1.1', forbidden],
        [forbidden, '1.1.1.1'],
      ]) {
        for (const options of [{}, { all: true }, { family: 4 }, { family: 6 }]) {
          expect(await look(answering(addresses), options)).toMatchObject({ code: 'EADDRESSREFUSED' });
        }
      }
    },
  );

  it('leads to this machine only if it is a local name, and then nowhere else', async () => {
    const to = (address: string, hostname: string) => look(answering([address]), {}, hostname, development);
    expect(await to('127.0.0.1', 'a.localhost')).toMatchObject({ addresses: '127.0.0.1' });
    expect(await to('127.0.0.1', 'hooks.example.com')).toMatchObject({ code: 'EADDRESSREFUSED' });
    expect(await to('10.0.0.1', 'localhost')).toMatchObject({ code: 'EADDRESSREFUSED' });
    expect(await to('1.1.1.1', 'localhost')).toMatchObject({ code: 'EADDRESSREFUSED' });
  });

  it('without an address is not found', async () => {
    expect(await look(answering([]))).toMatchObject({ code: 'ENOTFOUND' });
    expect(await look(answering(['1.1.1.1']), { family: 6 })).toMatchObject({ code: 'ENOTFOUND' });
  });

  it('that turns from public to 127.0.0.1 connects once, to the checked address', async () => {
    const rebinding = answering(['1.1.1.1'], ['127.0.0.1']);
    // Stops the socket where it would send its first packet.
    const blockList = new BlockList();
    blockList.addSubnet('0.0.0.0', 0, 'ipv4');
    const url = 'https://hooks.example.com/';
    const lookup = guardedLookup(rules, rebinding);
    const chosen: unknown[] = [];
    const stopped = await new Promise<NodeJS.ErrnoException>((settle) => {
      connect({ host: 'hooks.example.com', port: 443, lookup, blockList })
        .on('lookup', (_error, address) => chosen.push(address))
        .on('error', settle);
    });
    expect({ chosen, code: stopped.code, calls: rebinding.calls }).toEqual({
      chosen: ['1.1.1.1'],
      code: 'ERR_IP_BLOCKED',
      calls: 1,
    });

    const second = await postWebhook({
      url,
      headers: {},
      body: '{}',
      timeoutMs: 5_000,
      rules,
      resolve: rebinding,
    });
    expect(second).toMatchObject({ kind: 'failed', failure: 'address-refused' });
    expect(JSON.stringify(second)).not.toContain('127.0.0.1');
  });
});
