import { Socket } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import { Client, type ClientConfig } from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

/**
 * A URL for each host of a database URL, which may name several as libpq's do:
 * `postgres://user:password@10.0.0.1:5432,10.0.0.2:5432/alta`.
 */
export function urlsByHost(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? [];
  return hosts.split(',').map((host) => `${before}${host}${after}`);
}

/** Hosts and ports of a database URL, without the password. */
export const hostsOf = (url: string): string =>
  urlsByHost(url)
    .map((each) => new URL(each).host)
    .join(', ');

/**
 * Connection options for a database URL. With several hosts, each connection goes to the one that accepts writes.
 * node-postgres knows one host only, and pg-boss opens clients of its own, so the host is chosen in the socket, which
 * both take as an option.
 */
export function connectionOptions(url: string): ClientConfig {
  const urls = urlsByHost(url);
  if (urls.length === 1) return { connectionString: url };
  const { ssl, ...options } = parseIntoClientConfig(urls[0] ?? url);
  return { ...options, ssl: ssl && tlsToAnyOf(urls, ssl), stream: () => new PrimarySocket(urls) };
}

/** node-postgres would expect the first host's certificate. `findPrimary` has verified that of the chosen host. */
function tlsToAnyOf(urls: string[], ssl: NonNullable<ClientConfig['ssl']>): ClientConfig['ssl'] {
  const names = urls.map((url) => new URL(url).hostname.replace(/^\[(.*)\]$/, '$1'));
  return {
    checkServerIdentity: (_, certificate) => {
      const faults = names.map((name) => checkServerIdentity(name, certificate));
      return faults.includes(undefined) ? undefined : faults[0];
    },
    ...(ssl === true ? {} : ssl),
  };
}

class PrimarySocket extends Socket {
  readonly #urls: string[];

  constructor(urls: string[]) {
    super();
    this.#urls = urls;
  }

  override connect(): this {
    findPrimary(this.#urls).then(
      // The pool destroys the socket when its time to connect is up.
      ({ host, port }) => this.destroyed || super.connect(port, host),
      (error: Error) => this.destroy(error),
    );
    return this;
  }
}

const probeTimeoutMs = 4_000;

/** Asks all hosts at once, because one whose machine is gone does not answer. */
async function findPrimary(urls: string[]): Promise<{ host: string; port: number }> {
  try {
    return await Promise.any(urls.map(connectToPrimary));
  } catch (error) {
    const reasons = (error as AggregateError).errors.map(({ message }: Error) => message);
    const message = `no host of the database accepts writes (${reasons.join('; ')})`;
    throw Object.assign(new Error(message), { code: '08001' });
  }
}

/** @throws Error with host and reason, if the server does not answer or is read-only, as a standby is */
async function connectToPrimary(url: string): Promise<{ host: string; port: number }> {
  const client = new Client({
    connectionString: url,
    application_name: 'alta',
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  });
  // Without a listener, a connection that breaks after the answer would end the process.
  client.on('error', () => {});
  const { host, port } = client;
  try {
    await client.connect();
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
    if (rows[0]?.transaction_read_only !== 'off') throw new Error('it is read-only');
    return { host, port };
  } catch (error) {
    throw new Error(`${host}:${port}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    client.end().catch(() => {});
  }
}
