import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { RunningSimulator } from './simulator.ts';

/** Fate of a request for authorization. `held` reaches the authority on `release`, and nobody gets its response. */
export type Fate = 'answered' | 'request-lost' | 'answer-lost' | 'held';

/** A request for authorization as sent, and, once the authority has it, the numbers authorized. */
export interface SentRequest {
  pointOfSale: number;
  numbers: number[];
  /** CAE by voucher number. */
  authorised: Map<number, string>;
  /** Absent once the request has reached the authority or was lost. */
  release?: () => Promise<void>;
}

/**
 * The simulator behind a network that loses and delays: `fateOf` decides about each FECAESolicitar or FEXAuthorize as
 * it leaves, `isDown` about each other call. A caller whose response does not come gets a connection reset at
 * once.
 */
export async function startHeldAuthority(
  simulator: RunningSimulator,
  fateOf: (request: SentRequest) => Promise<Fate>,
  isDown: (body: string) => boolean,
) {
  const forward = async ({ method, url, headers }: Asked, body: string) => {
    const { host: _, connection: __, 'content-length': ___, ...rest } = headers;
    const sent = { method: method ?? 'GET', headers: rest as Record<string, string> };
    const answer = await fetch(`${simulator.url}${url}`, method === 'POST' ? { ...sent, body } : sent);
    return {
      status: answer.status,
      type: answer.headers.get('content-type') ?? '',
      body: await answer.text(),
    };
  };
  const authorise = async (asked: Asked, body: string, request: SentRequest) => {
    const answer = await forward(asked, body);
    for (const [, , verdict = ''] of answer.body.matchAll(verdicts)) {
      const number = Number(/<(?:CbteDesde|Cbte_nro)>(\d+)</.exec(verdict)?.[1]);
      const cae = /<(?:CAE|Cae)>(\d{14})</.exec(verdict)?.[1];
      if (cae) request.authorised.set(number, cae);
    }
    return answer;
  };
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(incoming);
    const asked: Asked = { method: incoming.method, url: incoming.url, headers: incoming.headers };
    const reply = ({ status, type, body }: { status: number; type: string; body: string }) =>
      void response.writeHead(status, { 'content-type': type }).end(body);
    if (!/<(?:FECAESolicitar|FEXAuthorize) /.test(body)) {
      if (isDown(body)) return void response.destroy();
      return reply(await forward(asked, body));
    }
    const request: SentRequest = {
      pointOfSale: pointOfSaleIn(body),
      numbers: numbersIn(body),
      authorised: new Map(),
    };
    switch (await fateOf(request)) {
      case 'answered':
        return reply(await authorise(asked, body, request));
      case 'answer-lost':
        await authorise(asked, body, request);
        break;
      case 'held':
        request.release = async () => {
          delete request.release;
          await authorise(asked, body, request);
        };
    }
    response.destroy();
  };
  // A fault of the simulator's own ends its connection; the caller's ends too.
  const server = http.createServer(
    (incoming, response) => void handle(incoming, response).catch(() => response.destroy()),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

const verdicts = /<(FECAEDetResponse|FEXResultAuth)>(.*?)<\/\1>/gs;

/** Point of sale in a request of WSFE or WSFEX. */
const pointOfSaleIn = (body: string): number =>
  Number(/<(?:PtoVta|Punto_vta|Pto_venta)>(\d+)</.exec(body)?.[1]);

/** The number of an export comes before that of the document that it corrects. */
function numbersIn(body: string): number[] {
  const ofExport = /<Cbte_nro>(\d+)</.exec(body);
  const found = ofExport ? [ofExport] : [...body.matchAll(/<CbteDesde>(\d+)</g)];
  return found.map(([, number]) => Number(number));
}

interface Asked {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
}
