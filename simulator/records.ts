import type { Voucher } from '#simulator/wsfe/voucher.ts';

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
  /** Before this instant the login still answers coe.notAuthorized (docs/authority.md#propagation). */
  effectiveAt: string;
};

/** A taxpayer lets another's computers act for it, once the other has accepted and related one of them. */
export type DelegationRecord = {
  /** The person who asked, in the name of the represented taxpayer. */
  askedBy: string;
  representedCuit: string;
  delegateCuit: string;
  service: string;
  isAccepted: boolean;
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
export type AdherenceRecord = {
  person: string;
  represented: string;
  service: string;
  /** Somebody else named the person, who has not accepted yet. */
  isPending?: boolean;
};

export const taxpayerKinds = ['person', 'company'] as const;
export const taxpayerStates = ['ACTIVO', 'INACTIVO'] as const;
export const vatStatuses = ['registered', 'monotributo', 'exempt', 'none'] as const;
export type TaxpayerKind = (typeof taxpayerKinds)[number];
export type TaxpayerState = (typeof taxpayerStates)[number];
export type VatStatus = (typeof vatStatuses)[number];
/** For the regime of electronic credit invoices (FCE MiPyME). */
export const taxpayerSizes = ['MIPYME', 'GRANDE'] as const;
export type TaxpayerSize = (typeof taxpayerSizes)[number];

/** What was told of a taxpayer; the rest is made of the digits (registry/taxpayers.ts). */
export type TaxpayerRecord = {
  cuit: string;
  name?: string;
  /** The domicile that the portal offers for a point of sale. */
  address?: string;
  /** Who finds it among those they represent; absent: everybody does. */
  representedBy?: string[];
  kind?: TaxpayerKind;
  state?: TaxpayerState;
  vatStatus?: VatStatus;
  size?: TaxpayerSize;
  /** Not to be invoiced, by Seguridad Social (10248). */
  isLimited?: boolean;
  /** `false`: a CUIT that nobody has. */
  exists?: boolean;
};

/** An authorized voucher, or a range of them. */
export type VoucherRecord = {
  cuit: string;
  pointOfSale: number;
  documentType: number;
  voucher: Voucher;
  cae: string;
  /** `yyyymmdd` */
  caeExpiry: string;
  /** `yyyymmddHHMMSS` */
  processedAt: string;
  observations: { code: number; message: string }[];
};

/** What survives a restart, by environment. */
export type Records = {
  certificates: CertificateRecord[];
  authorizations: AuthorizationRecord[];
  delegations: DelegationRecord[];
  pointsOfSale: PointOfSaleRecord[];
  adherences: AdherenceRecord[];
  taxpayers: TaxpayerRecord[];
  vouchers: VoucherRecord[];
};

export function emptyRecords(): Records {
  return {
    certificates: [],
    authorizations: [],
    delegations: [],
    pointsOfSale: [],
    adherences: [],
    taxpayers: [],
    vouchers: [],
  };
}
