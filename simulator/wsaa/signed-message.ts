import { createHash, verify, X509Certificate } from 'node:crypto';
import { bytesOf, childAt, childrenOf, isContext, oidOf } from '../authority/asn1-reading.ts';
import * as der from '../authority/der.ts';
import { LoginFault } from './faults.ts';

export type SignedMessage = { content: string; signer: X509Certificate };

const signedData = '1.2.840.113549.1.7.2';
const messageDigest = '1.2.840.113549.1.9.4';
const digests: Record<string, string> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
// rsaEncryption and shaNNNWithRSAEncryption: the digest is named apart in both cases (RFC 3370).
const rsaSignature = /^1\.2\.840\.113549\.1\.1\.(1|5|11|12|13)$/;

type Parts = {
  content: Buffer | undefined;
  certificates: der.Node[];
  /** First SignerInfo. */
  signer: der.Node;
};

/** `in0` opened in the order of docs/authority.md#order-of-the-login-checks. */
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
    // RFC 5652, 5.4: what is signed is the attributes as a SET OF, and they hold the content's digest.
    const signed = der.encode(der.set(...childrenOf(attributes)));
    const declared = childrenOf(attributes).find((item) => oidOf(childAt(item, 0)) === messageDigest);
    const actual = createHash(digest).update(content).digest();
    if (!declared || !bytesOf(childAt(childAt(declared, 1), 0)).equals(actual)) return false;
    return verify(digest, signed, certificate.publicKey, bytesOf(signature));
  } catch {
    return false;
  }
}
