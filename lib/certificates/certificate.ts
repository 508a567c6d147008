/** What Alta keeps and shows of an issued certificate. */
export interface CertificateDescription {
  /** Re-serialised by us: nothing of an upload but its DER gets through. */
  pem: string;
  /** The subject's CN: the name the portal filed it under, which may differ from the one we proposed. */
  alias: string;
  /** Eleven digits. In the sandbox it is the person's, not the company's. Empty if the subject has none. */
  holderCuit: string;
  /** The issuer's CN. */
  issuer: string;
  notBefore: Date;
  notAfter: Date;
  fingerprint: string;
  publicKeyFingerprint: string;
}
