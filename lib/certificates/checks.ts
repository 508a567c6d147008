import type { X509Certificate } from 'node:crypto';
import type { Environment } from '#lib/authority-environment.ts';
import {
  type CertificateDescription,
  describeCertificate,
  type ReadCertificate,
  readCertificate,
} from '#lib/x509/certificate.ts';
import { extractCertificates } from '#lib/x509/certificate-upload.ts';
import { isSignedByBundle } from '#lib/x509/chain.ts';
import type { DistinguishedName } from '#lib/x509/distinguished-name.ts';
import type { Rejection, RejectionDetail, RejectionReason } from './rejection.ts';

/** A CA of the authority that issues certificates to taxpayers' systems. */
interface Issuer {
  environment: Environment;
  commonName: string;
  organisation: string;
  /** Known AKI key ids, hex. CAs rotate their keys, so an unknown id proves nothing. */
  keyIds: readonly string[];
}

/**
 * Certificates issued in 2026 still name AFIP as the organization. Add rows once they name ARCA.
 */
const defaultIssuers: readonly Issuer[] = [
  {
    environment: 'sandbox',
    commonName: 'Computadores Test',
    organisation: 'AFIP',
    keyIds: ['b3b2d3fffde9badede8daf11219cd6207df24f6f'],
  },
  {
    // Issued certificates until 2016. They have expired, but must not be reported as of an unknown issuer.
    environment: 'sandbox',
    commonName: 'AFIP Testing Computadores CA',
    organisation: 'AFIP',
    keyIds: ['4474eeb49c26df56e1c10deb570b9019363d9601'],
  },
  {
    environment: 'live',
    commonName: 'Computadores',
    organisation: 'AFIP',
    keyIds: ['2b0d2fc8df61fd08c94e11d03593046d8e5bd06e'],
  },
];

function findIssuer(issuers: readonly Issuer[], name: DistinguishedName): Issuer | undefined {
  return issuers.find(
    ({ commonName, organisation }) =>
      isOnly(name.commonName, commonName) && isOnly(name.organisation, organisation),
  );
}

/** The known issuer with this name in an environment. */
export const findIssuerOf = (environment: Environment, name: DistinguishedName) => {
  const found = findIssuer(defaultIssuers, name);
  return found?.environment === environment ? found : undefined;
};

/** Subjects of the authority's CA certificates, which people upload by mistake. */
const authorityNames: readonly string[] = [
  ...defaultIssuers.map(({ commonName }) => commonName),
  'AC Raiz Test',
  'AFIP Root CA 2',
];

function isOnly(values: string[], expected: string): boolean {
  return values.length === 1 && values[0] === expected;
}

/** Groups in which the wizard lists the checks, in display order. */
export const checkNames = ['contents', 'decoding', 'issuer', 'key', 'validity', 'cuit', 'login'] as const;
type CheckName = (typeof checkNames)[number];

export interface CheckOutcome {
  check: CheckName;
  status: 'passed' | 'noted' | 'failed' | 'pending';
  rejection?: Rejection;
  note?: CertificateNote;
}

/**
 * Findings that do not reject the certificate: `other-cuit` (sandbox: the holder is a person), `other-alias`
 * (the portal filed it under another name), `unknown-issuer-key` (known issuer name, unknown issuer key).
 */
interface CertificateNote {
  note: 'other-cuit' | 'other-alias' | 'unknown-issuer-key';
  detail: RejectionDetail;
}

export interface Expectation {
  environment: Environment;
  /** CUIT of the supplier, eleven digits. */
  cuit: string;
  /** All key pairs generated for this registration, newest first. */
  keys: readonly { publicKeyFingerprint: string; alias: string }[];
  /** CA certificates of the authority. Without them, only a login proves the issuer. */
  trustBundle?: readonly X509Certificate[] | undefined;
  issuers?: readonly Issuer[] | undefined;
  now?: Date | undefined;
}

export interface Acceptance {
  kind: 'accepted';
  certificate: CertificateDescription;
  checks: CheckOutcome[];
  notes: CertificateNote[];
}
export interface Refusal extends Rejection {
  kind: 'refused';
  checks: CheckOutcome[];
}

/** Tolerated clock difference; the authority's certificates become valid the second they are issued. */
const clockSkewMs = 5 * 60_000;

type Finding = Rejection | CertificateNote | undefined;

interface Subject {
  read: ReadCertificate;
  description: CertificateDescription;
  expectation: Expectation;
  now: Date;
}

/** Run in this order, up to the first rejection. */
const checks: readonly [CheckName, (subject: Subject) => Finding][] = [
  ['issuer', refuseAuthorityCertificate],
  ['issuer', requireIssuerOfEnvironment],
  ['issuer', requireTrustedSignature],
  ['issuer', noteUnknownIssuerKey],
  ['key', requireOwnKey],
  ['validity', requireUnexpired],
  ['validity', requireStarted],
  ['cuit', requireHolder],
];

/**
 * Runs all checks that need neither the database nor the authority: all except `in-use` and the login. A refusal
 * does not include the certificate.
 */
export function checkUpload(bytes: Uint8Array, expectation: Expectation): Acceptance | Refusal {
  const candidates = extractCertificates(bytes);
  if (!Array.isArray(candidates)) {
    return refuse(candidates.reason === 'malformed' ? 'decoding' : 'contents', candidates, []);
  }
  const read = selectCertificate(candidates, expectation.keys);
  if (!read) return refuse('decoding', rejection('malformed', { problem: 'unreadable' }), []);

  const description = describeCertificate(read);
  const subject = { read, description, expectation, now: expectation.now ?? new Date() };
  const notes: CertificateNote[] = [];
  for (const [name, check] of checks) {
    const finding = check(subject);
    if (!finding) continue;
    if ('reason' in finding) return refuse(name, finding, notes);
    notes.push(finding);
  }
  return { kind: 'accepted', certificate: description, checks: outcomesBefore('login', notes), notes };
}

/**
 * Selects the certificate to check from a file with several. Candidates are those with one of our keys; without
 * any, those that are not a CA's; without any, all. Of these it returns the one that expires last, because a
 * renewal may reuse a key. Undefined if none can be parsed.
 */
function selectCertificate(
  candidates: readonly Buffer[],
  keys: readonly { publicKeyFingerprint: string }[],
): ReadCertificate | undefined {
  const readable = candidates.flatMap((der) => readCertificate(der) ?? []);
  if (readable.length < 2) return readable[0];

  const ownFingerprints = new Set(keys.map(({ publicKeyFingerprint }) => publicKeyFingerprint));
  const own = readable.filter(({ publicKeyFingerprint }) => ownFingerprints.has(publicKeyFingerprint));
  const leaves = readable.filter(({ x509 }) => !x509.ca);
  const [choice] = [own, leaves, readable].filter((list) => list.length > 0);
  return choice?.toSorted((a, b) => b.x509.validToDate.getTime() - a.x509.validToDate.getTime())[0];
}

function refuseAuthorityCertificate({ read }: Subject): Finding {
  const [name = ''] = read.subject.commonName;
  const isAuthority =
    read.x509.ca || (authorityNames.includes(name) && read.subject.serialNumber.length === 0);
  return isAuthority ? rejection('authority-certificate', { subject: name }) : undefined;
}

function requireIssuerOfEnvironment({ read, description, expectation }: Subject): Finding {
  const issuers = expectation.issuers ?? defaultIssuers;
  const issuer = findIssuer(issuers, read.issuer);
  if (!issuer) return rejection('unknown-issuer', { issuer: description.issuer });
  // The issuing key must also belong to this environment, since the issuer's name could mislead.
  const issuerByKey = issuers.find(({ keyIds }) => read.issuerKeyId && keyIds.includes(read.issuerKeyId));
  const evidence = [issuer.environment, issuerByKey?.environment ?? issuer.environment];
  if (evidence.every((environment) => environment === expectation.environment)) return undefined;
  return rejection('wrong-environment', {
    environment: expectation.environment === 'live' ? 'sandbox' : 'live',
    expectedEnvironment: expectation.environment,
  });
}

function requireTrustedSignature({ read, description, expectation, now }: Subject): Finding {
  const bundle = expectation.trustBundle ?? [];
  if (bundle.length === 0 || isSignedByBundle(read.x509, bundle, now)) return undefined;
  return rejection('untrusted', { issuer: description.issuer });
}

function noteUnknownIssuerKey({ read, description, expectation }: Subject): Finding {
  const knownKeyIds = (expectation.issuers ?? defaultIssuers).flatMap(({ keyIds }) => keyIds);
  if (read.issuerKeyId && knownKeyIds.includes(read.issuerKeyId)) return undefined;
  return note('unknown-issuer-key', { issuer: description.issuer, keyId: read.issuerKeyId ?? '' });
}

function requireOwnKey({ description, expectation }: Subject): Finding {
  const own = expectation.keys.find((key) => key.publicKeyFingerprint === description.publicKeyFingerprint);
  const alias = own?.alias ?? expectation.keys[0]?.alias ?? '';
  if (!own) {
    return rejection('other-key', {
      alias,
      certificateAlias: quotable(description.alias),
      cuit: description.holderCuit,
      expectedCuit: expectation.cuit,
    });
  }
  if (own.alias === description.alias) return undefined;
  return note('other-alias', { alias, certificateAlias: description.alias });
}

/** Longest common name of RFC 5280 (ub-common-name), in characters. */
const maxAliasLength = 64;

/** A name of somebody else's certificate, for a message: one line of at most 64 characters, without invisible ones. */
const quotable = (name: string): string =>
  [...name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()].slice(0, maxAliasLength).join('');

function requireUnexpired({ description: { notAfter, alias }, now }: Subject): Finding {
  if (now.getTime() - clockSkewMs <= notAfter.getTime()) return undefined;
  return rejection('expired', { notAfter: notAfter.toISOString(), alias });
}

function requireStarted({ description: { notBefore, alias }, now }: Subject): Finding {
  if (now.getTime() + clockSkewMs >= notBefore.getTime()) return undefined;
  return rejection('not-yet-valid', { notBefore: notBefore.toISOString(), alias });
}

/**
 * Live certificates contain the company's CUIT. Sandbox certificates contain that of the person who logged in to
 * WSASS; the company then appears in the ticket's relations. Every certificate of the authority has a CUIT.
 */
function requireHolder({ description: { holderCuit: cuit }, expectation }: Subject): Finding {
  if (cuit === expectation.cuit) return undefined;
  const detail = { cuit, expectedCuit: expectation.cuit };
  return expectation.environment === 'sandbox' && cuit
    ? note('other-cuit', detail)
    : rejection('other-cuit', detail);
}

const checkOfNote: Partial<Record<CertificateNote['note'], CheckName>> = {
  'other-cuit': 'cuit',
  'other-alias': 'key',
};

/** Omits `unknown-issuer-key`, which is for the operator's log: the supplier cannot act on it. */
function outcomesBefore(end: CheckName, notes: CertificateNote[]): CheckOutcome[] {
  return checkNames.map((check, index) => {
    if (index >= checkNames.indexOf(end)) return { check, status: 'pending' };
    const noted = notes.find(({ note }) => checkOfNote[note] === check);
    return noted ? { check, status: 'noted', note: noted } : { check, status: 'passed' };
  });
}

function refuse(failed: CheckName, { reason, detail }: Rejection, notes: CertificateNote[]): Refusal {
  const outcomes = outcomesBefore(failed, notes).map((outcome): CheckOutcome => {
    return outcome.check === failed
      ? { check: failed, status: 'failed', rejection: { reason, detail } }
      : outcome;
  });
  return { kind: 'refused', reason, detail, checks: outcomes };
}

function rejection(reason: RejectionReason, detail: RejectionDetail): Rejection {
  return { reason, detail };
}

function note(name: CertificateNote['note'], detail: RejectionDetail): CertificateNote {
  return { note: name, detail };
}
