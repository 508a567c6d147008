import type { X509Certificate } from 'node:crypto';

/** The authority's chain is a root and an issuing CA. The limit ends a loop of cross-signed CAs. */
const maxChainLength = 4;

/**
 * Returns whether the certificate chains up to the top of the bundle: every issuer is in the bundle, is a CA,
 * is valid now and signed the next certificate. A bundle may lack the root; its topmost CA is trusted.
 */
export function isSignedByBundle(
  certificate: X509Certificate,
  bundle: readonly X509Certificate[],
  now: Date,
  depth = 0,
): boolean {
  if (depth >= maxChainLength) return false;
  return bundle.some((issuer) => {
    if (!isCurrentAuthority(issuer, now) || !hasSigned(issuer, certificate)) return false;
    const isTop = !bundle.some((other) => issuer.checkIssued(other)) || issuer.checkIssued(issuer);
    return isTop || isSignedByBundle(issuer, bundle, now, depth + 1);
  });
}

/** Cached signature checks, by certificate and issuer; the result never changes. */
const signatures = new WeakMap<X509Certificate, WeakMap<X509Certificate, boolean>>();

function hasSigned(issuer: X509Certificate, certificate: X509Certificate): boolean {
  const cachedResults = signatures.get(certificate) ?? new WeakMap<X509Certificate, boolean>();
  signatures.set(certificate, cachedResults);
  const answer =
    cachedResults.get(issuer) ?? (certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey));
  cachedResults.set(issuer, answer);
  return answer;
}

/** `ca` is OpenSSL's verdict: basicConstraints CA:TRUE and keyCertSign, if there is a keyUsage. */
function isCurrentAuthority(issuer: X509Certificate, now: Date): boolean {
  return issuer.ca && issuer.validFromDate <= now && now <= issuer.validToDate;
}
