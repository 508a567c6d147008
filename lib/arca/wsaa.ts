import { hash, type KeyObject, randomInt, sign } from 'node:crypto';
import { buenosAiresTime } from '#lib/time.ts';
import {
  type Asn1,
  algorithm,
  context,
  objectId,
  objectIds,
  octets,
  parse,
  sequence,
  serialise,
  set,
  smallInteger,
  utcTime,
} from '#lib/x509/asn1.ts';
import { decodePem } from '#lib/x509/pem.ts';
import { observeCall } from './call-observer.ts';
import { callSoap, type SoapOutcome, soapEnvelope } from './soap.ts';
import { get } from './transport.ts';
import { attributePrefix, escapeXml, listAt, nodeAt, parseXml, textAt } from './xml.ts';

export interface LoginInput {
  endpoint: string;
  certificatePem: string;
  privateKey: KeyObject;
  /** The authority's id of the web service, such as `wsfe`. */
  service: string;
  now?: Date | undefined;
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

export type LoginOutcome =
  | { kind: 'granted'; ticket: AccessTicket }
  /** Certificate and authorization are valid, but an earlier ticket is still valid and is not issued again. */
  | { kind: 'already-authenticated'; retryAfterSeconds: number }
  | { kind: 'not-authorised'; code: string; retryAfterSeconds: number }
  | {
      kind: 'certificate-refused';
      code: string;
      reason: RefusedFor;
      retryAfterSeconds?: number | undefined;
    }
  /** A bug in Alta, which the supplier cannot fix. */
  | { kind: 'defect'; code: string; message: string }
  | {
      kind: 'unavailable';
      cause: string;
      detail: string;
      retryAfterSeconds: number;
      /** The authority's clock minus ours. */
      clockSkewSeconds?: number | undefined;
    };

const namespace = 'http://wsaa.view.sua.dvadac.desein.afip.gov';
const outageRetrySeconds = 60;

/**
 * Logs in once. Failures of the authority or the network are outcomes, not exceptions. Store the ticket: it
 * cannot be requested again while it is valid.
 */
export async function requestAccessTicket(input: LoginInput): Promise<LoginOutcome> {
  const now = input.now ?? new Date();
  const envelope = createLoginEnvelope(input, now);
  return observeCall({ endpoint: input.endpoint, operation: 'loginCms' }, async () => {
    const outcome = await callSoap({
      url: input.endpoint,
      action: '',
      envelope,
      timeoutMs: input.timeoutMs ?? 30_000,
      signal: input.signal,
    });
    const answer = interpret(outcome, skewOf(outcome, input.now ?? new Date()));
    return { answer, date: outcome.date, failure: failureOfLogin(answer) };
  });
}

/** Cause of a service failure, for the observer. A refused request, clock or certificate is not a failure. */
function failureOfLogin(login: LoginOutcome): string | undefined {
  if (login.kind !== 'unavailable' || requestDefects.has(login.cause)) return undefined;
  return login.cause;
}
const requestDefects = new Set(['clock', 'unknown-fault']);

function interpret(outcome: SoapOutcome, clockSkewSeconds: number | undefined): LoginOutcome {
  if (outcome.kind === 'fault') return interpretFault(outcome, clockSkewSeconds);
  if (outcome.kind === 'answer') {
    const ticket = readTicket(textAt(outcome.body, 'loginCmsResponse', 'loginCmsReturn'));
    if (ticket) return { kind: 'granted', ticket };
  }
  const cause = outcome.kind === 'unavailable' ? outcome.cause : 'not-soap';
  const detail = outcome.kind === 'unavailable' ? outcome.detail : 'a response without a ticket';
  return { kind: 'unavailable', cause, detail, retryAfterSeconds: outageRetrySeconds, clockSkewSeconds };
}

function createLoginEnvelope(
  input: Pick<LoginInput, 'certificatePem' | 'privateKey' | 'service'>,
  now: Date,
): string {
  const cms = signMessage(createTicketRequest(input.service, now), input, now);
  return soapEnvelope(
    `<wsaa:loginCms xmlns:wsaa="${namespace}"><wsaa:in0>${cms.toString('base64')}</wsaa:in0></wsaa:loginCms>`,
  );
}

function interpretFault(
  { code, message }: Extract<SoapOutcome, { kind: 'fault' }>,
  clockSkewSeconds: number | undefined,
): LoginOutcome {
  const meaning = meaningOfFault(code);
  switch (meaning.kind) {
    case 'defect':
      return { kind: 'defect', code, message };
    case 'unavailable':
      return { ...meaning, detail: `${code}: ${message}`, clockSkewSeconds };
    case 'already-authenticated':
      return meaning;
    default:
      return { ...meaning, code };
  }
}

function skewOf(outcome: SoapOutcome, now: Date): number | undefined {
  return outcome.date && Math.round((outcome.date.getTime() - now.getTime()) / 1_000);
}

export interface Signer {
  certificatePem: string;
  privateKey: KeyObject;
}

/**
 * Returns SignedData (RFC 5652) in DER that includes the content and the signer's certificate: the authority
 * refuses a detached signature (`cms.sign.invalid`) and a message without the certificate (`cms.cert.notFound`).
 */
export function signMessage(content: string, signer: Signer, now: Date): Buffer {
  const message = Buffer.from(content, 'utf8');
  const certificate = parse(decodePem(signer.certificatePem));
  // Already in DER order for a SET OF: sorted by encoding, shortest first.
  const attributes = [
    attribute(objectIds.contentType, objectId(objectIds.data)),
    attribute(objectIds.signingTime, utcTime(now)),
    attribute(objectIds.messageDigest, octets(hash('sha256', message, 'buffer'))),
  ];
  // Signed as a SET, sent as [0] (RFC 5652, 5.4).
  const signature = sign('sha256', serialise(set(...attributes)), signer.privateKey);
  const signerInfo = sequence(
    smallInteger(1),
    sequence(...issuerAndSerial(certificate)),
    algorithm(objectIds.sha256),
    context(0, ...attributes),
    algorithm(objectIds.rsaEncryption),
    octets(signature),
  );
  const signedData = sequence(
    smallInteger(1),
    set(algorithm(objectIds.sha256)),
    sequence(objectId(objectIds.data), context(0, octets(message))),
    context(0, certificate),
    set(signerInfo),
  );
  return serialise(sequence(objectId(objectIds.signedData), context(0, signedData)));
}

function attribute(id: string, value: Asn1): Asn1 {
  return sequence(objectId(id), set(value));
}

/** TBSCertificate: version [0]?, serialNumber, signature, issuer, … (RFC 5280, 4.1). */
function issuerAndSerial(certificate: Asn1): Asn1[] {
  const [body] = childrenOf(certificate);
  const fields = body ? childrenOf(body) : [];
  const [serial, , issuer] = fields[0]?.tagClass === 0 ? fields : fields.slice(1);
  if (!issuer || !serial) throw new Error('The signer is not a certificate.');
  return [issuer, serial];
}

function childrenOf(node: Asn1): Asn1[] {
  return Array.isArray(node.value) ? node.value : [];
}

/** Reasons for refusing a certificate, a subset of those in lib/certificates/rejection.ts. */
type RefusedFor = 'other-key' | 'expired' | 'not-yet-valid' | 'untrusted';

/** Meaning of a WSAA fault, with the seconds until a retry can succeed. */
export type FaultMeaning =
  | { kind: 'already-authenticated'; retryAfterSeconds: number }
  | { kind: 'not-authorised'; retryAfterSeconds: number }
  | { kind: 'certificate-refused'; reason: RefusedFor; retryAfterSeconds?: number }
  | { kind: 'defect' }
  | { kind: 'unavailable'; cause: 'authority' | 'clock' | 'unknown-fault'; retryAfterSeconds: number };

const ownDefect: FaultMeaning = { kind: 'defect' };
/** The authority's manual requires a wait of at least 60 seconds. */
const serviceDown: FaultMeaning = { kind: 'unavailable', cause: 'authority', retryAfterSeconds: 60 };
/**
 * Our clock is wrong until somebody sets it. The supplier's certificate is fine, so the login is retried.
 */
const clockFault: FaultMeaning = { kind: 'unavailable', cause: 'clock', retryAfterSeconds: 300 };

/** All known faults: docs/authority.md#login-faults. */
export const faultMeanings: Readonly<Record<string, FaultMeaning>> = {
  // A new relation takes two to five minutes to take effect.
  'coe.notAuthorized': { kind: 'not-authorised', retryAfterSeconds: 120 },
  // FAQ 10.6 says ten minutes (testing) or two (live); users report up to the ticket's twelve hours.
  'coe.alreadyAuthenticated': { kind: 'already-authenticated', retryAfterSeconds: 600 },
  'cms.bad': ownDefect,
  'cms.bad.base64': ownDefect,
  'cms.cert.notFound': ownDefect,
  'cms.sign.invalid': { kind: 'certificate-refused', reason: 'other-key' },
  'cms.cert.expired': { kind: 'certificate-refused', reason: 'expired' },
  // notBefore is the second of issue, and the authority's machines disagree about the time.
  'cms.cert.invalid': { kind: 'certificate-refused', reason: 'not-yet-valid', retryAfterSeconds: 120 },
  'cms.cert.untrusted': { kind: 'certificate-refused', reason: 'untrusted' },
  'xml.bad': ownDefect,
  'xml.source.invalid': ownDefect,
  'xml.destination.invalid': ownDefect,
  'xml.version.notSupported': ownDefect,
  'xml.generationTime.invalid': clockFault,
  'xml.expirationTime.expired': clockFault,
  'xml.expirationTime.invalid': clockFault,
  'wsn.notFound': ownDefect,
  'wsn.unavailable': serviceDown,
  'wsaa.unavailable': serviceDown,
  'wsaa.internalError': serviceDown,
  // From Axis itself: the request had no SOAPAction header.
  'Client.NoSOAPAction': ownDefect,
};

/**
 * Returns the meaning of a fault code. An unknown code that begins with `cms.cert.` refuses the certificate,
 * because revoked certificates must have an undocumented code there. Any other unknown code may mean an outage,
 * so the login is retried slowly.
 */
export function meaningOfFault(code: string): FaultMeaning {
  const meaning = Object.hasOwn(faultMeanings, code) ? faultMeanings[code] : undefined;
  if (meaning) return meaning;
  if (code.startsWith('cms.cert.')) return { kind: 'certificate-refused', reason: 'untrusted' };
  return { kind: 'unavailable', cause: 'unknown-fault', retryAfterSeconds: 300 };
}

const minute = 60_000;

/**
 * Creates the LoginTicketRequest (TRA). Its start is ten minutes in the past, because the authority tolerates no
 * difference of the clocks. Its end does not limit the ticket, which always lasts twelve hours. Omits `source`
 * and `destination`, which are optional: a wrong value would be refused.
 */
export function createTicketRequest(service: string, now: Date): string {
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n<loginTicketRequest version="1.0"><header>' +
    `<uniqueId>${randomInt(1, 2 ** 32)}</uniqueId>` +
    `<generationTime>${buenosAiresTime(new Date(now.getTime() - 10 * minute))}</generationTime>` +
    `<expirationTime>${buenosAiresTime(new Date(now.getTime() + 10 * minute))}</expirationTime>` +
    `</header><service>${escapeXml(service)}</service></loginTicketRequest>`
  );
}

/** A WSAA access ticket (TA): valid for 12 hours, secret. */
export interface AccessTicket {
  token: string;
  sign: string;
  generatedAt: Date;
  expiresAt: Date;
  /** CUITs that the ticket may represent; undefined if the token could not be read. */
  relations?: string[] | undefined;
}

/** Reads a loginTicketResponse; undefined if a required part is missing. */
function readTicket(xml: string): AccessTicket | undefined {
  const response = nodeAt(parseXml(xml), 'loginTicketResponse');
  const token = textAt(response, 'credentials', 'token');
  const sign = textAt(response, 'credentials', 'sign');
  const generatedAt = new Date(textAt(response, 'header', 'generationTime'));
  const expiresAt = new Date(textAt(response, 'header', 'expirationTime'));
  if (!token || !sign || Number.isNaN(generatedAt.getTime()) || Number.isNaN(expiresAt.getTime())) {
    return undefined;
  }
  return { token, sign, generatedAt, expiresAt, relations: readRelations(token) };
}

/**
 * Returns the CUITs in a token, fixed when it was issued. The token's format is undocumented, so unexpected
 * content, including an empty list, yields undefined: only a call to WSFE can tell then.
 */
export function readRelations(token: string): string[] | undefined {
  const sso = parseXml(Buffer.from(token, 'base64').toString('utf8'));
  const relations = nodeAt(sso, 'sso', 'operation', 'login', 'relations');
  const cuits = listAt(relations, 'relation')
    .map((relation) => textAt(relation, `${attributePrefix}key`))
    .filter((key) => /^\d{11}$/.test(key));
  return cuits.length > 0 ? cuits : undefined;
}

/** Fetches the WSDL, because WSAA has no status operation, and a login would issue a ticket. */
export async function probeWsaa(url: string, timeoutMs: number): Promise<string | undefined> {
  const exchange = await get({ url: `${url}?wsdl`, headers: { 'user-agent': 'alta' }, timeoutMs });
  if (exchange.kind === 'failed') return exchange.failure;
  if (exchange.status !== 200) return 'http';
  return nodeAt(parseXml(exchange.body.toString()), 'definitions') === undefined ? 'not-soap' : undefined;
}
