import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { get, post } from '#lib/arca/transport.ts';
import { judgeRecord } from '#lib/rehearsal/record.ts';
import { onDatabase } from '#tests/support/databases.ts';
import { simulatorOfWorker } from '#tests/support/simulator.ts';
import { newWorkspace } from '#tests/support/workspace.ts';
import { type Differences, rehearse } from './rehearse.ts';

const simulator = await simulatorOfWorker();

interface Answer {
  status: number;
  date: string;
  body: string;
}
/** Changes an answer of the authority. `operation` is the SOAPAction's, empty for a login. */
type Change = (answer: Answer, call: { path: string; operation: string }) => Answer;
let change: Change = (answer) => answer;

/** The authority with one thing changed. */
const proxy = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const { soapaction = '', 'content-type': type = '' } = request.headers;
  const input = {
    url: simulator.url + request.url,
    headers: request.method === 'POST' ? { soapaction: String(soapaction), 'content-type': type } : {},
    timeoutMs: 30_000,
  };
  const exchange = await (request.method === 'POST' ? post({ ...input, body: body.toString() }) : get(input));
  if (exchange.kind === 'failed') return void response.destroy();
  const answer = change(
    {
      status: exchange.status,
      date: exchange.date?.toUTCString() ?? '',
      body: exchange.body.toString(),
    },
    { path: request.url ?? '', operation: String(soapaction).replace(/"/g, '').split('/').at(-1) ?? '' },
  );
  response.writeHead(answer.status, { 'content-type': exchange.contentType, date: answer.date });
  response.end(answer.body);
});
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', () => resolve()));
afterAll(() => void proxy.close());
process.env.ARCA_SANDBOX_URL = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/sandbox`;

/** Replaces a text in the answers of an operation. */
const inAnswer =
  (of: string, from: string | RegExp, to: string): Change =>
  (answer, { operation }) =>
    operation === of ? { ...answer, body: answer.body.replace(from, to) } : answer;

/** Replaces a text in the ticket, which is escaped in the answer, or in its token. */
const inTicket =
  (from: RegExp, to: string): Change =>
  (answer, { path }) =>
    path.endsWith('LoginCms') ? { ...answer, body: answer.body.replace(from, to) } : answer;

const inToken =
  (from: RegExp, to: string): Change =>
  (answer, { path }) => {
    if (!path.endsWith('LoginCms')) return answer;
    const body = answer.body.replace(
      /(&lt;token&gt;|<token>)([A-Za-z0-9+/=]+)/,
      (_whole, tag: string, token: string) =>
        tag + Buffer.from(Buffer.from(token, 'base64').toString().replace(from, to)).toString('base64'),
    );
    return { ...answer, body };
  };

const onHost =
  (part: string, altered: Partial<Answer>): Change =>
  (answer, { path }) =>
    path.includes(part) ? { ...answer, ...altered } : answer;

type Case = [what: string, assumption: string, change: Change | undefined, person?: Differences];
const cases: Case[] = [
  ['the register is down', 'hosts.padron', onHost('/sr-padron/', { status: 503, body: '' })],
  [
    'the registry of credit invoices is down',
    'hosts.wsfecred',
    onHost('/wsfecred/', { status: 502, body: '' }),
  ],
  [
    'the clocks differ by five minutes',
    'clock.skew',
    (answer) => ({ ...answer, date: new Date(Date.now() + 300_000).toUTCString() }),
  ],
  [
    'the login has a page instead of a description',
    'login-call.description',
    onHost('LoginCms?wsdl', { body: '<html></html>' }),
  ],
  [
    'a part of the invoicing service is down',
    'invoicing-calls.dummy',
    inAnswer('FEDummy', /<DbServer>OK/, '<DbServer>NO'),
  ],
  [
    'a login without an authorization has another fault',
    'login-faults.not-authorised',
    inTicket(/coe\.notAuthorized/, 'coe.computadorNoAutorizado'),
  ],
  [
    'a second login has another fault',
    're-login-window.second-login',
    inTicket(/coe\.alreadyAuthenticated/, 'coe.ticketVigente'),
  ],
  [
    'a ticket lasts six hours',
    'access-ticket.lifetime',
    (answer, { path }) => {
      const [, end] = /expirationTime&gt;([^&]+)/.exec(answer.body) ?? [];
      if (!path.endsWith('LoginCms') || !end) return answer;
      const earlier = new Date(Date.parse(end) - 6 * 3_600_000).toISOString();
      return { ...answer, body: answer.body.replace(end, earlier) };
    },
  ],
  [
    'a ticket has one more element',
    'access-ticket.shape',
    inTicket(/&lt;uniqueId/, '&lt;nuevo&gt;1&lt;/nuevo&gt;&lt;uniqueId'),
  ],
  ['a token lists its relations elsewhere', 'access-ticket.token', inToken(/relations/g, 'relaciones')],
  ['a token lists other CUITs', 'access-ticket.relations', inToken(/key="\d{11}"/, 'key="30000000007"')],
  [
    'a lot has a hundred invoices',
    'lots.limit',
    inAnswer('FECompTotXRequest', /<RegXReq>\d+/, '<RegXReq>100'),
  ],
  [
    'there is a new rate of VAT',
    'tables.vat-rates',
    inAnswer('FEParamGetTiposIva', /<IvaTipo>/, '<IvaTipo><Id>10</Id><Desc>19%</Desc></IvaTipo><IvaTipo>'),
  ],
  [
    'a type of other tax has gone',
    'tables.other-taxes',
    inAnswer('FEParamGetTiposTributos', /<Id>13</, '<Id>12<'),
  ],
  [
    'a currency has another code',
    'tables.currencies',
    inAnswer('FEParamGetTiposMonedas', /<Id>060</, '<Id>EUR<'),
  ],
  [
    'there is a new VAT status of customers',
    'vat-status-of-the-customer.table',
    inAnswer('FEParamGetCondicionIvaReceptor', /<Id>16</, '<Id>17<'),
  ],
  [
    'a document type has gone',
    'document-types.table',
    inAnswer('FEParamGetTiposCbte', /<Id>213</, '<Id>211<'),
  ],
  [
    'an altered ticket is refused by another code',
    'refused-tickets.other-sign',
    inAnswer('FEParamGetTiposConcepto', /<Code>600</, '<Code>1000<'),
  ],
  [
    'the last number is in another element',
    'last-number.shape',
    inAnswer('FECompUltimoAutorizado', /CbteNro/g, 'Numero'),
  ],
  ['a CAE expires later', 'cae.expiry', inAnswer('FECAESolicitar', /<CAEFchVto>\d+/, '<CAEFchVto>20991231')],
  ['a CAE has letters', 'cae.read', inAnswer('FECAESolicitar', /<CAE>\d{4}/, '<CAE>ABCD')],
  [
    'an answer about an invoice has a new element',
    'cae.shape',
    inAnswer('FECAESolicitar', /<CAE>/, '<Barras>1</Barras><CAE>'),
  ],
  [
    'a number that was used has another code',
    'numbering.sent-again',
    inAnswer('FECAESolicitar', /<Code>10016</g, '<Code>10999<'),
  ],
  [
    'an invoice that is looked up has other amounts',
    'lost-answers.read',
    inAnswer('FECompConsultar', /<ImpTotal>1/, '<ImpTotal>2'),
  ],
  [
    'an invoice that is looked up lacks its rate',
    'lost-answers.shape',
    inAnswer('FECompConsultar', /<MonCotiz>[^<]*<\/MonCotiz>/, ''),
  ],
  [
    'a field of the portal has another label',
    'sandbox-portal.label.dnName',
    undefined,
    { labels: { dnName: 'Nombre' } },
  ],
  [
    'the service has another name',
    'sandbox-portal.label.wsfeOption',
    undefined,
    { labels: { wsfeOption: 'wsfe - Factura' } },
  ],
  [
    'the screens have another order',
    'sandbox-portal.order',
    undefined,
    { order: 'el alias se pide después' },
  ],
  ['the portal refuses the request', 'certificate-request.accepted', undefined, { request: 'Falta un dato' }],
  ['the portal makes people wait', 'sandbox-portal.wait', undefined, { minutes: 90 }],
];

onDatabase('a rehearsal at an authority that is different', () => {
  test('finds nothing where nothing is different', async () => {
    change = (answer) => answer;
    const { record } = await rehearse(await newWorkspace(), simulator);
    expect(record && judgeRecord(record).filter(({ holds }) => !holds)).toEqual([]);
  });

  test.each(cases)('tells that %s, as %s', async (_what, assumption, altered, person) => {
    change = altered ?? ((answer) => answer);
    const { record } = await rehearse(await newWorkspace(), simulator, person);
    const different = (record ? judgeRecord(record) : []).filter(({ holds }) => !holds);
    expect(different.map((each) => each.assumption)).toContain(assumption);
  });
});
