import { createHash, verify, X509Certificate } from 'node:crypto';
import { bytesOf, childAt, childrenOf, isContext, oidOf } from '#simulator/authority/certificate-request.ts';
import { findWebService } from '#simulator/registry/services.ts';
import { childNamed, parseXml, textOf } from '#simulator/soap/xml.ts';
import * as der from '../authority/der.ts';
import { type Environment, profiles } from '../environment.ts';
import { representedCuits } from '../registry/authorizations.ts';
import { certificatesOf } from '../registry/certificates.ts';
import type { Office, Simulation } from '../simulation.ts';
import { loginFaultOf } from '../test-companies.ts';
import { issueTicket } from './access-ticket.ts';
import { LoginFault } from './faults.ts';

/**
 * Returns the ticket or throws a LoginFault. The checks run in the order seen in the real WSAA
 * (docs/authority.md#order-of-the-login-checks), so a client gets the first fault.
 */
export function login(simulation: Simulation, environment: Environment, in0: string): string {
  const office = simulation.offices[environment];
  const profile = profiles[environment];
  const now = simulation.clock.now();
  const { content, signer } = openSignedMessage(in0);
  checkDates(signer, now);
  if (!isTrusted(signer, office)) throw new LoginFault('cms.cert.untrusted');
  const { alias, cuit } = subjectOf(signer);
  const subjectName = `SERIALNUMBER=CUIT ${cuit}, CN=${alias}`;
  const names = { certificate: subjectName, wsaa: profile.wsaaName };
  const { service } = checkTicketRequest(content, names, now);
  if (findWebService(service)?.id !== service) throw new LoginFault('wsn.notFound');
  const represented = representedCuits(simulation, environment, cuit, alias, service);
  if (represented.length === 0) throw new LoginFault('coe.notAuthorized');
  const fault = loginFaultOf(represented);
  if (fault) throw new LoginFault(fault);
  openWindow(office, windowKey(signer.fingerprint256, service), profile.reloginWindowSeconds, now);
  return issueTicket(
    { wsaaName: profile.wsaaName, subjectName, service, representedCuits: represented },
    office.authority,
    now,
  );
}

function checkDates(signer: X509Certificate, now: Date): void {
  if (signer.validToDate < now) throw new LoginFault('cms.cert.expired');
  // No tolerance: a certificate issued by a clock ahead of ours is refused (docs/authority.md#clock).
  if (signer.validFromDate > now) throw new LoginFault('cms.cert.invalid');
}

function isTrusted(signer: X509Certificate, { authority }: Office): boolean {
  return signer.checkIssued(authority.issuingCertificate) && signer.verify(authority.issuingPublicKey);
}

function subjectOf(signer: X509Certificate): { alias: string; cuit: string } {
  const alias = /^CN=(.+)$/m.exec(signer.subject)?.[1] ?? '';
  const cuit = /^serialNumber=CUIT (\d{11})$/m.exec(signer.subject)?.[1] ?? '';
  return { alias, cuit };
}

/** The next login of the alias to the service gets a ticket at once, with the relations of then. */
export function endLoginWait(
  simulation: Simulation,
  environment: Environment,
  { cuit, alias, service }: { cuit: string; alias: string; service: string },
): void {
  for (const { certificate } of certificatesOf(simulation, environment, cuit, alias)) {
    const { fingerprint256 } = new X509Certificate(certificate);
    simulation.offices[environment].lastLogins.delete(windowKey(fingerprint256, service));
  }
}

const windowKey = (fingerprint: string, service: string) => `${fingerprint} ${service}`;

/** Allows one ticket per certificate and service in a window (docs/authority.md#re-login-window). */
function openWindow(office: Office, key: string, windowSeconds: number, now: Date): void {
  const last = office.lastLogins.get(key);
  if (last !== undefined && Math.abs(now.getTime() - last) < windowSeconds * 1000) {
    throw new LoginFault('coe.alreadyAuthenticated');
  }
  office.lastLogins.set(key, now.getTime());
}

export type SignedMessage = { content: string; signer: X509Certificate };

const signedData = '1.2.840.113549.1.7.2';
const messageDigest = '1.2.840.113549.1.9.4';
const digests: Record<string, string> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
// rsaEncryption and shaNNNWithRSAEncryption: the digest is given separately in both cases (RFC 3370).
const rsaSignature = /^1\.2\.840\.113549\.1\.1\.(1|5|11|12|13)$/;

type Parts = {
  content: Buffer | undefined;
  certificates: der.Node[];
  /** First SignerInfo. */
  signer: der.Node;
};

/** Opens `in0` in the order of docs/authority.md#order-of-the-login-checks. */
export function openSignedMessage(in0: string): SignedMessage {
  const { content, certificates, signer } = readParts(decodeBase64(in0));
  const certificate = findSigner(certificates, signer);
  if (!certificate) throw new LoginFault('cms.cert.notFound');
  // A detached signature has no content.
  if (!content || !isSignedBy(signer, content, certificate)) throw new LoginFault('cms.sign.invalid');
  return { content: content.toString('utf8'), signer: certificate };
}

function decodeBase64(in0: string): Buffer {
  const text = in0.replace(/\s/g, '');
  if (text === '' || text.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) {
    throw new LoginFault('cms.bad.base64');
  }
  return Buffer.from(text, 'base64');
}

function readParts(bytes: Buffer): Parts {
  try {
    const message = der.decode(bytes);
    if (oidOf(childAt(message, 0)) !== signedData) throw new LoginFault('cms.bad');
    const data = childrenOf(childAt(childAt(message, 1), 0));
    const encapsulated = childrenOf(data[2])[1];
    return {
      content: encapsulated && bytesOf(childAt(encapsulated, 0)),
      certificates: data.filter((part) => isContext(part, 0)).flatMap(childrenOf),
      signer: childAt(data.at(-1), 0),
    };
  } catch {
    throw new LoginFault('cms.bad');
  }
}

/** The certificate the SignerInfo names by issuer and serial number. */
function findSigner(certificates: der.Node[], signer: der.Node): X509Certificate | undefined {
  try {
    const identifier = der.encode(childAt(signer, 1));
    const found = certificates.find((certificate) => {
      // version [0]?, serialNumber, signature, issuer, …
      const fields = childrenOf(childAt(certificate, 0)).filter((field) => !isContext(field, 0));
      const [serialNumber, , issuer] = fields;
      if (!serialNumber || !issuer) return false;
      return der.encode(der.sequence(issuer, serialNumber)).equals(identifier);
    });
    return found && new X509Certificate(der.encode(found));
  } catch {
    return undefined;
  }
}

function isSignedBy(signer: der.Node, content: Buffer, certificate: X509Certificate): boolean {
  try {
    const digest = digests[oidOf(childAt(childAt(signer, 2), 0))];
    const attributes = childrenOf(signer).find((part) => isContext(part, 0));
    const rest = childrenOf(signer).slice(attributes ? 4 : 3);
    const [algorithm, signature] = rest;
    if (!digest || !algorithm || !signature) return false;
    if (!rsaSignature.test(oidOf(childAt(algorithm, 0)))) return false;
    if (!attributes) return verify(digest, content, certificate.publicKey, bytesOf(signature));
    // RFC 5652, 5.4: the signature covers the attributes as a SET OF, and they hold the content's digest.
    const signed = der.encode(der.set(...childrenOf(attributes)));
    const declared = childrenOf(attributes).find((item) => oidOf(childAt(item, 0)) === messageDigest);
    const actual = createHash(digest).update(content).digest();
    if (!declared || !bytesOf(childAt(childAt(declared, 1), 0)).equals(actual)) return false;
    return verify(digest, signed, certificate.publicKey, bytesOf(signature));
  } catch {
    return false;
  }
}

export type TicketRequest = { service: string };

const dayMs = 86_400_000;
const headerOrder = 'source,destination,uniqueId,generationTime,expirationTime'.split(',');
const largestUniqueId = 4_294_967_295;

/**
 * Checks schema, version, source and destination, times, in this order (docs/authority.md#ticket-request).
 */
export function checkTicketRequest(
  xml: string,
  names: { certificate: string; wsaa: string },
  now: Date,
): TicketRequest {
  const request = readRequest(xml);
  if (Number(request.version) !== 1) throw new LoginFault('xml.version.notSupported');
  if (request.source !== undefined && !isSameName(request.source, names.certificate)) {
    throw new LoginFault('xml.source.invalid');
  }
  if (request.destination !== undefined && !isSameName(request.destination, names.wsaa)) {
    throw new LoginFault('xml.destination.invalid');
  }
  checkTimes(request.generationTime, request.expirationTime, now.getTime());
  return { service: request.service };
}

type Fields = {
  version: string;
  source: string | undefined;
  destination: string | undefined;
  generationTime: string;
  expirationTime: string;
  service: string;
};

function readRequest(xml: string): Fields {
  const root = parseXml(xml);
  const header = childNamed(root, 'header');
  const service = textOf(root, 'service');
  const version = root?.attributes.version ?? '1.0';
  const uniqueId = textOf(header, 'uniqueId') ?? '';
  const generationTime = textOf(header, 'generationTime');
  const expirationTime = textOf(header, 'expirationTime');
  const order = header?.children.map(({ localName }) => headerOrder.indexOf(localName)) ?? [];
  const isInOrder = order.every((place, index) => place >= 0 && place > (order[index - 1] ?? -1));
  const isValid =
    root?.localName === 'loginTicketRequest' &&
    isInOrder &&
    /^\d+(\.\d+)?$/.test(version) &&
    /^\d+$/.test(uniqueId) &&
    Number(uniqueId) <= largestUniqueId;
  if (!isValid || service === undefined || service.length < 3 || service.length > 32) {
    throw new LoginFault('xml.bad');
  }
  if (generationTime === undefined || expirationTime === undefined) throw new LoginFault('xml.bad');
  const source = textOf(header, 'source');
  const destination = textOf(header, 'destination');
  return { version, source, destination, generationTime, expirationTime, service };
}

function checkTimes(generationTime: string, expirationTime: string, nowMs: number): void {
  const generated = parseDateTime(generationTime);
  if (generated === undefined || generated > nowMs || generated < nowMs - dayMs) {
    throw new LoginFault('xml.generationTime.invalid');
  }
  const expires = parseDateTime(expirationTime);
  if (expires === undefined) throw new LoginFault('xml.expirationTime.invalid');
  if (expires <= nowMs) throw new LoginFault('xml.expirationTime.expired');
  if (expires > nowMs + dayMs) throw new LoginFault('xml.expirationTime.invalid');
}

/** xsd:dateTime; Argentine time if it has no offset. */
function parseDateTime(text: string): number | undefined {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.exec(text);
  if (!match) return undefined;
  const ms = Date.parse(`${match[1]}${(match[2] ?? '').slice(0, 4)}${match[3] ?? '-03:00'}`);
  return Number.isNaN(ms) ? undefined : ms;
}

/** The order of the parts differs between tools, so it is not compared. */
function isSameName(one: string, other: string): boolean {
  return canonicalName(one) === canonicalName(other);
}

function canonicalName(name: string): string {
  const parts = name.split(',').map((part) => part.trim().replace(/\s*=\s*/, '='));
  return parts
    .map((part) => part.toLowerCase())
    .sort()
    .join(',');
}
