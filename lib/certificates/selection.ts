import { type ReadCertificate, readCertificate } from './certificate.ts';

/**
 * Of several certificates in one file, the one to check: of our keys, then no CA's, then the one that lasts
 * longest (a renewal may reuse a key). Undefined if none can be read.
 */
export function selectCertificate(
  candidates: readonly Buffer[],
  keys: readonly { publicKeyFingerprint: string }[],
): ReadCertificate | undefined {
  const readable = candidates.flatMap((der) => readCertificate(der) ?? []);
  if (readable.length < 2) return readable[0];

  const ours = new Set(keys.map(({ publicKeyFingerprint }) => publicKeyFingerprint));
  const own = readable.filter(({ publicKeyFingerprint }) => ours.has(publicKeyFingerprint));
  const leaves = readable.filter(({ x509 }) => !x509.ca);
  const [choice] = [own, leaves, readable].filter((list) => list.length > 0);
  return choice?.toSorted((a, b) => b.x509.validToDate.getTime() - a.x509.validToDate.getTime())[0];
}
