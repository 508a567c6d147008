import type { LookupAddress } from 'node:dns';
import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';

/** What a message is sent over: a connection to one of these addresses, new or kept. */
export interface Sending {
  url: URL;
  /** Of the URL's host, each judged, in a look-up for this message. */
  addresses: LookupAddress[];
  headers: Record<string, string>;
  body: string;
}

/**
 * Node drops each attempt but the last after 250 ms, which is less than a handshake across an ocean
 * (https://github.com/nodejs/node/issues/54359).
 */
const options = { autoSelectFamilyAttemptTimeout: 2_500 };
/** No cached session: it would spare a receiver the check of its certificate. */
const secureOptions = { ...options, minVersion: 'TLSv1.2', maxCachedSessions: 0 } as const;
/** Idle for less than most receivers keep theirs, which is 5 s. */
const keeping = { keepAlive: true, timeout: 4_000 };

const agents = {
  kept: {
    plain: keepingApart(new http.Agent({ ...options, ...keeping })),
    secure: keepingApart(new https.Agent({ ...secureOptions, ...keeping })),
  },
  new: { plain: new http.Agent(options), secure: new https.Agent(secureOptions) },
};

/**
 * A kept connection is for messages whose own look-up gave the very addresses that it was made from: an answer that
 * has changed since finds none.
 */
function keepingApart<Kept extends http.Agent>(agent: Kept): Kept {
  const nameOf = agent.getName.bind(agent);
  agent.getName = (options?: Parameters<typeof nameOf>[0] & { vetted?: string }) =>
    `${nameOf(options)}:${options?.vetted ?? ''}`;
  return agent;
}

/** What only we may say. Of a `host` that differs, Node would also take the name to check the certificate against. */
const connectionHeaders = new Set(
  'host connection content-length expect keep-alive te trailer transfer-encoding upgrade'.split(' '),
);

/** `kept`: on one that is there, if there is one. @throws Error for a header that HTTP can not carry. */
export function openRequest(
  { url, addresses, headers, body }: Sending,
  connection: keyof typeof agents,
): ClientRequest {
  const isSecure = url.protocol === 'https:';
  const { plain, secure } = agents[connection];
  const own = Object.entries(headers).filter(([name]) => !connectionHeaders.has(name.toLowerCase()));
  const request = {
    method: 'POST',
    agent: isSecure ? secure : plain,
    lookup: giving(addresses),
    vetted: addresses
      .map(({ address }) => address)
      .sort()
      .join(),
    headers: { ...Object.fromEntries(own), 'content-length': Buffer.byteLength(body) },
  };
  return (isSecure ? https : http).request(url, request);
}

const giving = (addresses: LookupAddress[]): LookupFunction => {
  return (hostname, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, addresses);
    else if (first) callback(null, first.address, first.family);
    else callback(Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' }), []);
  };
};
