import type { KeyObject } from 'node:crypto';
import { isCae, isSameSale, type PointOfSale, type ServiceCaller } from '#lib/arca/invoicing.ts';
import { simulatorPortalOf } from '#lib/arca/portal.ts';
import { addressOf, authorityServices, padron, wsaa, wsfe } from '#lib/arca/services.ts';
import { askRegister } from '#lib/arca/taxpayers-register.ts';
import { get, type SeenExchange, seeExchanges } from '#lib/arca/transport.ts';
import { type AccessTicket, type LoginOutcome, requestAccessTicket } from '#lib/arca/wsaa.ts';
import {
  callWsfe,
  findInvoice,
  listPointsOfSale,
  probeWsfe,
  readLastNumber,
  readLotLimit,
  requestAuthorisation,
  saleOf,
} from '#lib/arca/wsfe.ts';
import { listAt, nodeAt, parseXml, textAt, type XmlNode } from '#lib/arca/xml.ts';
import type { Environment } from '#lib/authority-environment.ts';
import { findIssuerOf } from '#lib/certificates/checks.ts';
import type { AuthorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import { buenosAiresDay, dayMs, hourMs } from '#lib/time.ts';
import { readCertificate } from '#lib/x509/certificate.ts';
import { childrenOf, type DerElement, readElement } from '#lib/x509/der.ts';
import { notTried } from './assumptions.ts';
import { type Observation, sanitise, shapeOf } from './record.ts';

/** The person who rehearses. Their CUIT and alias must not appear in an observation. */
export interface Rehearser {
  environment: Environment;
  /** CUIT of the certificate, eleven digits, which is also the one that issues. */
  cuit: string;
  alias: string;
}

const timeoutMs = 30_000;
const observed = (assumption: string, came: string, seconds?: number): Observation => ({
  assumption,
  came,
  ...(seconds === undefined ? {} : { seconds: Math.round(seconds * 10) / 10 }),
});

/** Asks every host for its description, without a ticket. */
export async function observeHosts(environment: Environment, now = () => new Date()): Promise<Observation[]> {
  const asked = await Promise.all(
    authorityServices.map(async (service) => {
      const { endpoint } = addressOf(service, environment);
      const startedAt = performance.now();
      const { result, seen } = await seeExchanges(() =>
        get({ url: `${endpoint}?wsdl`, headers: { 'user-agent': 'alta' }, timeoutMs }),
      );
      const seconds = (performance.now() - startedAt) / 1_000;
      const skew =
        result.kind === 'received' && result.date
          ? (result.date.getTime() - now().getTime()) / 1_000
          : undefined;
      return { name: service.name, result, tls: seen[0]?.tls, seconds, skew };
    }),
  );
  const login = asked.find(({ name }) => name === 'wsaa')?.result;
  const isDescription =
    login?.kind === 'received' && nodeAt(parseXml(login.body.toString()), 'definitions') !== undefined;
  const invoicing = asked.find(({ name }) => name === 'wsfe');
  const skews = asked.flatMap(({ skew }) => (skew === undefined ? [] : [skew]));
  const [worst] = skews.toSorted((one, other) => Math.abs(other) - Math.abs(one));
  const dummy = await probeWsfe(addressOf(wsfe, environment).endpoint, timeoutMs);
  return [
    ...asked.map(({ name, result, seconds }) =>
      observed(
        `hosts.${name}`,
        result.kind === 'failed'
          ? result.failure
          : result.status >= 500
            ? `HTTP ${result.status}`
            : 'answers',
        seconds,
      ),
    ),
    ...(invoicing?.tls
      ? [
          observed(
            'tls-of-the-live-host.key-exchange',
            `${invoicing.tls.protocol} ${invoicing.tls.keyExchange}`,
          ),
        ]
      : []),
    observed(
      'clock.skew',
      worst === undefined ? notTried('no host answered') : `${Math.round(worst)} seconds`,
    ),
    observed('login-call.description', isDescription ? 'a WSDL' : 'something else'),
    observed('invoicing-calls.dummy', dummy === undefined ? 'OK OK OK' : dummy),
  ];
}

const objectNames: Record<string, string> = {
  '2a864886f70d01010d': 'sha512WithRSAEncryption',
  '2a864886f70d01010b': 'sha256WithRSAEncryption',
  '551d0e': 'subjectKeyIdentifier',
  '551d0f': 'keyUsage',
  '551d13': 'basicConstraints',
  '551d23': 'authorityKeyIdentifier',
  '551d25': 'extKeyUsage',
  '551d1f': 'cRLDistributionPoints',
  '551d20': 'certificatePolicies',
};
const booleanTag = 0x01;

/**
 * Compares an issued certificate with what Alta expects of one.
 * @param isPem whether it was brought as PEM
 */
export function observeCertificate(
  { environment, cuit, alias }: Rehearser,
  { der, isPem }: { der: Buffer; isPem: boolean },
): Observation[] {
  const certificate = readCertificate(der);
  if (!certificate) return [observed('issued-certificate.form', 'unreadable')];
  const { x509, subject, issuer, issuerKeyId } = certificate;
  const inside = (element: DerElement | undefined) => (element ? childrenOf(der, element) : []);
  const nameOf = (id: DerElement | undefined) => {
    const hex = id ? der.toString('hex', id.content, id.end) : '';
    return objectNames[hex] ?? hex;
  };
  const [, signature] = inside(readElement(der, 0));
  const [body] = inside(readElement(der, 0));
  const wrapper = inside(body).find(({ tag }) => tag === 0xa3);
  const extensions = inside(inside(wrapper)[0]).map((extension) => {
    const [id, second] = inside(extension);
    return `${nameOf(id)}${second?.tag === booleanTag ? '(critical)' : ''}`;
  });
  const subjectForm = x509.subject
    .split('\n')
    .map((line) => line.replace(/=CUIT \d{11}$/, '=CUIT <11 digits>').replace(/^CN=.*$/, 'CN=<alias>'))
    .map((line) => (/^(CN|serialNumber)=/.test(line) ? line : line.replace(/=.*/, '=…')));
  const serialNumbers = subject.serialNumber.join();
  const days = (x509.validToDate.getTime() - x509.validFromDate.getTime()) / dayMs;
  const known = findIssuerOf(environment, issuer);
  return [
    observed('issued-certificate.form', isPem ? 'PEM' : 'DER'),
    observed('issued-certificate.subject', sanitise(subjectForm.join(' '), [cuit, alias])),
    observed('issued-certificate.validity', `${Math.round(days * 100) / 100} days`),
    observed('issued-certificate.serial', `${x509.serialNumber.length / 2} bytes`),
    observed('issued-certificate.signature', nameOf(inside(signature)[0])),
    observed('issued-certificate.extensions', extensions.join(' ')),
    observed(
      'issued-certificate.holder',
      serialNumbers === `CUIT ${cuit}` ? 'the CUIT that was stated' : 'another CUIT',
    ),
    observed('alias.common-name', subject.commonName.join() === alias ? 'the alias' : 'another name'),
    observed('issuers.name', issuer.commonName.join()),
    // The stand-in signs with a key of its own.
    ...(simulatorPortalOf(environment)
      ? []
      : [
          observed(
            'issuers.key',
            known?.keyIds.includes(issuerKeyId ?? '') ? 'known' : (issuerKeyId ?? 'none'),
          ),
        ]),
  ];
}

/** Code and text of a fault, as the authority sent it. */
function faultIn(seen: SeenExchange[], known: string[]): string {
  const { exchange } = seen.at(-1) ?? {};
  if (!exchange) return 'no call';
  if (exchange.kind === 'failed') return exchange.failure;
  const body = nodeAt(parseXml(exchange.body.toString()), 'Envelope', 'Body', 'Fault');
  const code = textAt(body, 'faultcode').split(':').at(-1);
  return code ? `${code} ${sanitise(textAt(body, 'faultstring'), known)}`.trim() : `HTTP ${exchange.status}`;
}

export interface Credentials {
  certificatePem: string;
  privateKey: KeyObject;
}

/** One login. `came` is the fault with its text, or `a ticket`. */
export async function tryLogin(
  { environment, cuit, alias }: Rehearser,
  credentials: Credentials,
  service: string,
): Promise<{ login: LoginOutcome; came: string; seen: SeenExchange[] }> {
  const { endpoint } = addressOf(wsaa, environment);
  const { result: login, seen } = await seeExchanges(() =>
    requestAccessTicket({ endpoint, ...credentials, service, timeoutMs }),
  );
  return { login, came: login.kind === 'granted' ? 'a ticket' : faultIn(seen, [cuit, alias]), seen };
}

/** The ticket's document, from the login that returned it. */
export function observeTicket(
  { cuit }: Rehearser,
  ticket: AccessTicket,
  seen: SeenExchange[],
): Observation[] {
  const { exchange } = seen.at(-1) ?? {};
  const envelope = exchange?.kind === 'received' ? parseXml(exchange.body.toString()) : undefined;
  const answer = textAt(envelope, 'Envelope', 'Body', 'loginCmsResponse', 'loginCmsReturn');
  const token = parseXml(Buffer.from(ticket.token, 'base64').toString());
  const hours = (ticket.expiresAt.getTime() - ticket.generatedAt.getTime()) / hourMs;
  const relations = ticket.relations?.includes(cuit) ? 'list the CUIT' : 'do not list the CUIT';
  return [
    observed('access-ticket.shape', shapeOf(nodeAt(parseXml(answer), 'loginTicketResponse'))),
    observed('access-ticket.lifetime', `${Math.round(hours * 100) / 100} hours`),
    observed('access-ticket.token', token ? shapeOf(oneRelation(token)) : 'unreadable'),
    observed('access-ticket.relations', ticket.relations ? relations : 'unreadable'),
    observed('access-ticket.sign', `${Buffer.from(ticket.sign, 'base64').length} bytes`),
  ];
}

/** How many relations there are depends on the certificate. */
const oneRelation = (node: XmlNode | undefined): XmlNode =>
  JSON.parse(JSON.stringify(node ?? ''), (name, value: unknown) =>
    name === 'relation' && Array.isArray(value) ? value[0] : value,
  ) as XmlNode;

/** The result of an operation in an answer of WSFE. */
function resultIn(seen: SeenExchange[], operation: string): XmlNode | undefined {
  const { exchange } = seen.at(-1) ?? {};
  if (exchange?.kind !== 'received') return undefined;
  return nodeAt(
    parseXml(exchange.body.toString()),
    'Envelope',
    'Body',
    `${operation}Response`,
    `${operation}Result`,
  );
}

/** A table of WSFE: the assumption, its operation, the name of a row, and that of its id. */
const tables = [
  ['document-types.table', 'FEParamGetTiposCbte', 'CbteTipo', 'Id'],
  ['tables.vat-rates', 'FEParamGetTiposIva', 'IvaTipo', 'Id'],
  ['tables.other-taxes', 'FEParamGetTiposTributos', 'TributoTipo', 'Id'],
  ['tables.identities', 'FEParamGetTiposDoc', 'DocTipo', 'Id'],
  ['tables.concepts', 'FEParamGetTiposConcepto', 'ConceptoTipo', 'Id'],
  ['tables.currencies', 'FEParamGetTiposMonedas', 'Moneda', 'Id'],
  ['vat-status-of-the-customer.table', 'FEParamGetCondicionIvaReceptor', 'CondicionIvaReceptor', 'Id'],
] as const;

/** Asks WSFE for all that needs no invoice: points of sale, the size of a lot, its tables, and how it refuses a ticket. */
export async function observeInvoicing(
  { cuit, alias }: Rehearser,
  caller: ServiceCaller,
): Promise<{ observations: Observation[]; pointsOfSale: PointOfSale[] }> {
  const points = await listPointsOfSale(caller);
  const pointsOfSale = points.kind === 'listed' ? points.pointsOfSale : [];
  const systems = [...new Set(pointsOfSale.filter(({ usable }) => usable).map(({ system }) => system))];
  const lots = await readLotLimit(caller);
  const rows: Observation[] = [];
  for (const [assumption, operation, row, id] of tables) {
    const outcome = await callWsfe(operation, caller);
    const found = outcome.kind === 'result' ? listAt(nodeAt(outcome.result, 'ResultGet'), row) : [];
    const ids = [...new Set(found.map((each) => textAt(each, id)))].toSorted(byNumber);
    rows.push(observed(assumption, ids.join(' ') || outcome.kind));
  }
  const altered = { ...caller, ticket: { ...caller.ticket, sign: reversed(caller.ticket.sign) } };
  const { seen } = await seeExchanges(() => callWsfe('FEParamGetTiposConcepto', altered));
  const [error] = listAt(nodeAt(resultIn(seen, 'FEParamGetTiposConcepto'), 'Errors'), 'Err');
  return {
    pointsOfSale,
    observations: [
      observed(
        'points-of-sale.list',
        points.kind === 'listed' ? sanitise(systems.join(', ')) || 'empty' : points.kind,
      ),
      observed('lots.limit', lots.kind === 'limit' ? String(lots.vouchers) : lots.kind),
      ...rows,
      observed(
        'refused-tickets.other-sign',
        error ? `${textAt(error, 'Code')} ${sanitise(textAt(error, 'Msg'), [cuit, alias])}` : 'no error',
      ),
    ],
  };
}

const byNumber = (one: string, other: string) => Number(one) - Number(other) || one.localeCompare(other);
const reversed = (sign: string) => Buffer.from(sign, 'base64').reverse().toString('base64');

/** The invoice of one peso to nobody in particular: class C, or class B for a company that is registered for VAT. */
function onePeso(pointOfSale: number, documentType: 6 | 11, now: Date): AuthorityAmounts {
  const isClassB = documentType === 6;
  return {
    PtoVta: pointOfSale,
    CbteTipo: documentType,
    Concepto: 1,
    DocTipo: 99,
    DocNro: '0',
    CbteFch: buenosAiresDay(now).replaceAll('-', ''),
    ImpTotal: '1.00',
    ImpTotConc: '0.00',
    ImpNeto: isClassB ? '0.83' : '1.00',
    ImpOpEx: '0.00',
    ImpTrib: '0.00',
    ImpIVA: isClassB ? '0.17' : '0.00',
    MonId: 'PES',
    MonCotiz: '1',
    CondicionIVAReceptorId: 5,
    ...(isClassB ? { Iva: [{ Id: 5, BaseImp: '0.83', Importe: '0.17' }] } : {}),
  };
}

export interface IssuedPeso {
  number: number;
  cae: string;
  request: AuthorityAmounts;
}

/**
 * Reads the last number, issues one invoice of one peso, sends it again, and looks it up. Class C first; if the
 * issuer may not issue that, class B.
 */
export async function observeInvoice(
  { cuit, alias }: Rehearser,
  caller: ServiceCaller,
  pointOfSale: number,
  now = new Date(),
): Promise<{ observations: Observation[]; issued?: IssuedPeso }> {
  const observations: Observation[] = [];
  for (const documentType of [11, 6] as const) {
    const request = onePeso(pointOfSale, documentType, now);
    const { result: last, seen: askedLast } = await seeExchanges(() =>
      readLastNumber(caller, { pointOfSale, documentType }),
    );
    const lastNumber = [
      observed('last-number.shape', shapeOf(resultIn(askedLast, 'FECompUltimoAutorizado'))),
      observed('last-number.read', last.kind),
    ];
    if (last.kind !== 'last') return { observations: lastNumber };
    const number = last.number + 1;
    const startedAt = performance.now();
    const { result: lot, seen } = await seeExchanges(() => requestAuthorisation(caller, [request], number));
    const seconds = (performance.now() - startedAt) / 1_000;
    const authorised = lot.kind === 'judged' ? lot.authorised[0] : undefined;
    if (!authorised && lot.kind === 'rejected' && documentType === 11) continue;
    observations.push(
      ...lastNumber,
      observed('cae.shape', shapeOf(resultIn(seen, 'FECAESolicitar')), seconds),
    );
    if (!authorised) {
      const reasons = lot.kind === 'judged' || lot.kind === 'rejected' ? (lot.reasons ?? []) : [];
      const said = reasons
        .map(({ code, message }) => `${code} ${sanitise(message, [cuit, alias])}`)
        .join('; ');
      return { observations: [...observations, observed('cae.read', said || lot.kind)] };
    }
    const caeDays = (Date.parse(authorised.caeExpiry) - Date.parse(buenosAiresDay(now))) / dayMs;
    observations.push(
      observed('cae.read', lot.kind),
      observed('cae.digits', isCae(authorised.cae) ? '14' : String(authorised.cae.length)),
      observed('cae.expiry', `${caeDays} days`),
    );
    const again = await requestAuthorisation(caller, [request], number);
    const refusals = again.kind === 'judged' || again.kind === 'rejected' ? (again.reasons ?? []) : [];
    observations.push(
      observed(
        'numbering.sent-again',
        refusals.map(({ code, message }) => `${code} ${sanitise(message, [cuit, alias])}`).join('; ') ||
          again.kind,
      ),
    );
    const series = { pointOfSale, documentType };
    const { result: found, seen: lookedUp } = await seeExchanges(() =>
      findInvoice(caller, { ...series, number }),
    );
    const isSame = found.kind === 'found' && isSameSale(saleOf(request), found.invoice);
    const missing = await findInvoice(caller, { ...series, number: number + 5_000 });
    observations.push(
      observed('lost-answers.shape', shapeOf(nodeAt(resultIn(lookedUp, 'FECompConsultar'), 'ResultGet'))),
      observed(
        'lost-answers.read',
        found.kind === 'found' ? (isSame ? 'the same sale' : 'another sale') : found.kind,
      ),
      observed('lost-answers.missing', missing.kind),
    );
    return { observations, issued: { number, cae: authorised.cae, request } };
  }
  return { observations };
}

/** Asks the register about the taxpayer itself. The certificate may not be authorized for it. */
export async function observeRegister(
  rehearser: Rehearser,
  credentials: Credentials,
): Promise<{ observations: Observation[]; name?: string }> {
  const { login, came } = await tryLogin(rehearser, credentials, padron.id);
  if (login.kind !== 'granted') return { observations: [observed('taxpayers-register.answer', came)] };
  const { environment, cuit } = rehearser;
  const { endpoint } = addressOf(padron, environment);
  const { result, seen } = await seeExchanges(() =>
    askRegister({ endpoint, ticket: login.ticket, cuit, timeoutMs }, cuit),
  );
  const { exchange } = seen.at(-1) ?? {};
  const envelope = exchange?.kind === 'received' ? parseXml(exchange.body.toString()) : undefined;
  const person = nodeAt(envelope, 'Envelope', 'Body', 'getPersona_v2Response', 'personaReturn');
  const members = typeof person === 'object' && !Array.isArray(person) ? Object.keys(person) : [];
  return {
    observations: [
      observed('taxpayers-register.answer', result.kind),
      observed('taxpayers-register.shape', members.filter((name) => !name.startsWith('@')).join(' ')),
    ],
    ...(result.kind === 'found' && result.taxpayer.name ? { name: result.taxpayer.name } : {}),
  };
}
