import type { Environment } from '#lib/authority-environment.ts';
import type { DistinguishedName } from '#lib/x509/distinguished-name.ts';

/** A CA of the authority that issues certificates to taxpayers' systems. */
export interface Issuer {
  environment: Environment;
  commonName: string;
  organisation: string;
  /** AKI keyids seen, hex. A CA's key is replaced one day, so an unknown one proves nothing. */
  keyIds: readonly string[];
}

/** Certificates issued in 2026 still name AFIP. A list, so that a name can be added the day they name ARCA. */
export const defaultIssuers: readonly Issuer[] = [
  {
    environment: 'sandbox',
    commonName: 'Computadores Test',
    organisation: 'AFIP',
    keyIds: ['b3b2d3fffde9badede8daf11219cd6207df24f6f'],
  },
  {
    // Until 2016. What it issued is out of date, and still worth telling from a stranger's.
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

export function findIssuer(issuers: readonly Issuer[], name: DistinguishedName): Issuer | undefined {
  return issuers.find(
    ({ commonName, organisation }) =>
      isOnly(name.commonName, commonName) && isOnly(name.organisation, organisation),
  );
}

/** The subjects of the authority's own CA certificates, which people upload instead of theirs. */
export const authorityNames: readonly string[] = [
  ...defaultIssuers.map(({ commonName }) => commonName),
  'AC Raiz Test',
  'AFIP Root CA 2',
];

function isOnly(values: string[], expected: string): boolean {
  return values.length === 1 && values[0] === expected;
}
