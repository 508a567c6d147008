import { X509Certificate } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from '#lib/env.ts';
import { oncePerProcess } from '#lib/process-values.ts';

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Reads the CA certificates in a directory (*.pem, *.crt; several per file).
 * @throws Error for a file without certificates: without one of the CAs, good certificates would be rejected as
 * `untrusted`
 */
export async function readTrustBundle(directory: string): Promise<X509Certificate[]> {
  const names = (await readdir(directory)).filter((name) => /\.(pem|crt)$/i.test(name)).sort();
  const bundle: X509Certificate[] = [];
  for (const name of names) {
    const blocks = (await readFile(join(directory, name), 'latin1')).match(block) ?? [];
    if (blocks.length === 0) throw new Error(`${name} in the trust bundle is not a PEM certificate`);
    bundle.push(...blocks.map((pem) => new X509Certificate(pem)));
  }
  return bundle;
}

/** Returns the operator's CA certificates, read once; undefined without ARCA_TRUST_BUNDLE_DIR. */
export const configuredTrustBundle = (): Promise<X509Certificate[] | undefined> =>
  oncePerProcess('trust-bundle', async () => {
    const directory = env().ARCA_TRUST_BUNDLE_DIR;
    return directory ? readTrustBundle(directory) : undefined;
  });
