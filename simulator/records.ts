import type { Voucher } from '#simulator/wsfe/voucher.ts';
import type { ExportVoucher } from '#simulator/wsfex/voucher.ts';

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
  /** Until then a login still fails with coe.notAuthorized (docs/authority.md#propagation). */
  effectiveAt: string;
};

/** Lets a delegate's computers act for a taxpayer, once the delegate has accepted it and related a computer. */
export type DelegationRecord = {
  /** Person who asked, in the name of the represented taxpayer. */
  askedBy: string;
  representedCuit: string;
  delegateCuit: string;
  service: string;
  isAccepted: boolean;
};

export const pointOfSaleSystems = ['RECE', 'MONOTRIBUTO', 'EXENTO', 'FEEWS', 'ONLINE'] as const;
export type PointOfSaleSystem = (typeof pointOfSaleSystems)[number];

export type PointOfSaleRecord = {
  cuit: string;
  number: number;
  system: PointOfSaleSystem;
  tradeName: string;
  address: string;
};

/** `person` may open the interactive `service` of the portal for `represented` (themselves or a company). */
export type AdherenceRecord = {
  person: string;
  represented: string;
  service: string;
  /** Somebody else designated the person, who has not accepted yet. */
  isPending?: boolean;
};

export const taxpayerKinds = ['person', 'company'] as const;
export const taxpayerStates = ['ACTIVO', 'INACTIVO'] as const;
export const vatStatuses = ['registered', 'monotributo', 'exempt', 'none'] as const;
export type TaxpayerKind = (typeof taxpayerKinds)[number];
export type TaxpayerState = (typeof taxpayerStates)[number];
export type VatStatus = (typeof vatStatuses)[number];
/** Size in the regime of electronic credit invoices (FCE MiPyME). */
export const taxpayerSizes = ['MIPYME', 'GRANDE'] as const;
export type TaxpayerSize = (typeof taxpayerSizes)[number];

/** Data set explicitly for a taxpayer. The rest is derived from the CUIT's digits (registry/taxpayers.ts). */
export type TaxpayerRecord = {
  cuit: string;
  name?: string;
  /** Domicile offered by the portal for a point of sale. */
  address?: string;
  /** People who can choose it as a taxpayer that they represent. Absent: everybody. */
  representedBy?: string[];
  kind?: TaxpayerKind;
  state?: TaxpayerState;
  vatStatus?: VatStatus;
  size?: TaxpayerSize;
  /** Flagged by Seguridad Social: must not be invoiced (10248). */
  isLimited?: boolean;
  /** In the registry of exporters, which exports of goods require (1668). Absent: yes. */
  isExporter?: boolean;
  /** `false` for a CUIT that nobody has. */
  exists?: boolean;
};

export const creditDecisions = ['accepted', 'accepted-by-silence', 'rejected'] as const;

/** What the receiver of a credit invoice (FCE) did with it. */
type CreditDecision = {
  decision: (typeof creditDecisions)[number];
  /** ISO instant. */
  at: string;
  /** Why it was rejected. */
  reason?: string;
};

type Authorised<Content> = {
  cuit: string;
  pointOfSale: number;
  documentType: number;
  voucher: Content;
  cae: string;
  /** `yyyymmdd` */
  caeExpiry: string;
  /** `yyyymmddHHMMSS` */
  processedAt: string;
  observations: { code: number; message: string }[];
  /** Set by a script (/control/credit-invoices). */
  credit?: CreditDecision;
};

/** A voucher authorized by WSFE, or a range of them. */
export type VoucherRecord = Authorised<Voucher>;
/** A voucher authorized by WSFEX. */
export type ExportRecord = Authorised<ExportVoucher>;

/** Data of one environment that survives a restart. */
export type Records = {
  certificates: CertificateRecord[];
  authorizations: AuthorizationRecord[];
  delegations: DelegationRecord[];
  pointsOfSale: PointOfSaleRecord[];
  adherences: AdherenceRecord[];
  taxpayers: TaxpayerRecord[];
  vouchers: VoucherRecord[];
  exports: ExportRecord[];
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
    exports: [],
  };
}
