export type CertificateRecord = {
  cuit: string;
  alias: string;
  serial: string;
  certificate: string;
  notBefore: string;
  notAfter: string;
};

export type AuthorizationRecord = {
  /** Owner of the alias («CUIT del DN»). */
  cuit: string;
  alias: string;
  representedCuit: string;
  service: string;
  authorisedBy: string;
  /** Before this instant the login still answers coe.notAuthorized (propagation, arca.md 4.2). */
  effectiveAt: string;
};

export const pointOfSaleSystems = ['RECE', 'MONOTRIBUTO', 'EXENTO', 'ONLINE'] as const;
export type PointOfSaleSystem = (typeof pointOfSaleSystems)[number];

export type PointOfSaleRecord = {
  cuit: string;
  number: number;
  system: PointOfSaleSystem;
  tradeName: string;
  address: string;
};

/** `person` may open the interactive `service` of the portal for `represented` (itself or a company). */
export type AdherenceRecord = { person: string; represented: string; service: string };

/** What survives a restart, by environment. */
export type Records = {
  certificates: CertificateRecord[];
  authorizations: AuthorizationRecord[];
  pointsOfSale: PointOfSaleRecord[];
  adherences: AdherenceRecord[];
};

export function emptyRecords(): Records {
  return { certificates: [], authorizations: [], pointsOfSale: [], adherences: [] };
}
