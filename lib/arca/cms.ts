import { hash, type KeyObject, sign } from 'node:crypto';
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

export interface Signer {
  certificatePem: string;
  privateKey: KeyObject;
}

/**
 * SignedData (RFC 5652) in DER, with its content and the signer's certificate inside: the authority refuses a
 * detached signature (`cms.sign.invalid`) and a bag without the certificate (`cms.cert.notFound`).
 */
export function signMessage(content: string, signer: Signer, now: Date): Buffer {
  const message = Buffer.from(content, 'utf8');
  const certificate = parse(decodePem(signer.certificatePem));
  // Already in the order that DER wants of a SET OF: by their encodings, the shortest first.
  const attributes = [
    attribute(objectIds.contentType, objectId(objectIds.data)),
    attribute(objectIds.signingTime, utcTime(now)),
    attribute(objectIds.messageDigest, octets(hash('sha256', message, 'buffer'))),
  ];
  // Signed as a SET, sent as [0] (5.4).
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
  if (!issuer || !serial) throw new Error('The signer is no certificate.');
  return [issuer, serial];
}

function childrenOf(node: Asn1): Asn1[] {
  return Array.isArray(node.value) ? node.value : [];
}
