import type { Voucher } from './wsfe/voucher.ts';

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

export type TaxpayerRecord = {
  cuit: string;
  name?: string;
  /** The domicile that the portal offers for a point of sale. */
  address?: string;
  /** Who finds it among those they represent; absent: everybody does. */
  representedBy?: string[];
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
  pointsOfSale: PointOfSaleRecord[];
  adherences: AdherenceRecord[];
  taxpayers: TaxpayerRecord[];
  vouchers: VoucherRecord[];
};

export function emptyRecords(): Records {
  return {
    certificates: [],
    authorizations: [],
    pointsOfSale: [],
    adherences: [],
    taxpayers: [],
    vouchers: [],
  };
}
