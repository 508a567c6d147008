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
    const hasSigned =
      isCurrentAuthority(issuer, now) &&
      certificate.checkIssued(issuer) &&
      certificate.verify(issuer.publicKey);
    if (!hasSigned) return false;
    const isTop = !bundle.some((other) => issuer.checkIssued(other)) || issuer.checkIssued(issuer);
    return isTop || isVouchedFor(issuer, bundle, now, depth + 1);
  });
}

/** `ca` is OpenSSL's own judgement: basicConstraints CA:TRUE and, where there is a keyUsage, keyCertSign. */
function isCurrentAuthority(issuer: X509Certificate, now: Date): boolean {
  return issuer.ca && issuer.validFromDate <= now && now <= issuer.validToDate;
}
