import type { X509Certificate } from 'node:crypto';

/** The authority's chain is a root and an issuing CA; a loop of cross-signed CAs must still end. */
const longestChain = 4;

/**
 * Whether the bundle vouches for a certificate: its issuer is in there, is a CA, is valid now and signed it, and
 * so on up as far as the bundle goes. What an operator put into the bundle is trusted without its own issuer.
 */
export function isVouchedFor(
  certificate: X509Certificate,
  bundle: readonly X509Certificate[],
  now: Date,
  depth = 0,
): boolean {
  if (depth >= longestChain) return false;
  return bundle.some((issuer) => {
    if (!isCurrentAuthority(issuer, now) || !hasSigned(issuer, certificate)) return false;
    const isTop = !bundle.some((other) => issuer.checkIssued(other)) || issuer.checkIssued(issuer);
    return isTop || isVouchedFor(issuer, bundle, now, depth + 1);
  });
}

/** By the certificate, then its issuer: the links inside a bundle stay as they are for as long as it is loaded. */
const signatures = new WeakMap<X509Certificate, WeakMap<X509Certificate, boolean>>();

function hasSigned(issuer: X509Certificate, certificate: X509Certificate): boolean {
  const known = signatures.get(certificate) ?? new WeakMap<X509Certificate, boolean>();
  signatures.set(certificate, known);
  const answer =
    known.get(issuer) ?? (certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey));
  known.set(issuer, answer);
  return answer;
}

/** `ca` is OpenSSL's own judgement: basicConstraints CA:TRUE and, where there is a keyUsage, keyCertSign. */
function isCurrentAuthority(issuer: X509Certificate, now: Date): boolean {
  return issuer.ca && issuer.validFromDate <= now && now <= issuer.validToDate;
}
