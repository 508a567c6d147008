import type { PointOfSale } from '#lib/arca/list-points-of-sale.ts';
import type { Environment } from '#lib/authority-environment.ts';
import type { CheckOutcome } from '#lib/certificates/checks.ts';
import type { Rejection } from '#lib/certificates/rejection.ts';
import type { DelegationRow } from '#lib/database/tables/delegations.ts';
import type { RegistrationMode, RegistrationWay } from '#lib/database/tables/registrations.ts';
import type { Locale } from '#lib/i18n.ts';
import type { AccountHolder } from './account-holder.ts';
import type { Rating } from './rating.ts';

/** Derived from the facts below, never stored. The earlier in this list, the stronger. */
export const registrationStates = [
  'revoked',
  'completed',
  'expired',
  'awaiting-authorisation',
  'awaiting-certificate',
  'details',
  'opened',
  'sent',
] as const;
export type RegistrationState = (typeof registrationStates)[number];

/** For whom the person before the wizard acts: themselves, the company they belong to, or a client. */
export const voices = ['self', 'company', 'client'] as const;
export type Voice = (typeof voices)[number];

/**
 * How a supplier comes to invoice: with a certificate of their own, or by letting the workspace's delegate act. A
 * registration's `mode` says which, or leaves the choice to them; `way` is undefined until they have made it.
 */
export const registrationModes = ['certificate', 'delegation', 'choice'] as const;
export const registrationWays = ['certificate', 'delegation'] as const;
export type { RegistrationWay };

export const wayOf = ({
  mode,
  chosen,
}: {
  mode: RegistrationMode;
  chosen: RegistrationWay | null;
}): RegistrationWay | undefined => (mode === 'choice' ? (chosen ?? undefined) : mode);

/** What the authority has said of a delegation; absent until the supplier says that they have done their part. */
export interface Delegation {
  delegateCuit: string;
  claimedAt: Date;
  grantedAt?: Date | undefined;
  lostAt?: Date | undefined;
  /** Since it was lost the supplier has said that they gave it again. */
  isClaimedAnew: boolean;
  checkedAt?: Date | undefined;
  answer?: DelegationRow['answer'] | undefined;
  nextCheckAt?: Date | undefined;
}

/** Whether the authority may have news of it: it was given, or given again, and has not been seen since. */
export const isAwaited = ({ grantedAt, isClaimedAnew }: Delegation): boolean => !grantedAt || isClaimedAnew;

/** Whether the authority's certificate service is among the services of their clave fiscal. */
export const serviceListings = ['yes', 'no', 'unknown'] as const;
type ServiceListed = (typeof serviceListings)[number];

/** The link by which the registration is looked at, with what its holder said and where they are. */
export interface Link {
  id: string;
  /** `arca-steps-only`: what the supplier handed over to somebody, `holder`. */
  scope: 'full' | 'arca-steps-only';
  expiresAt: Date;
  holder?: string | undefined;
  openedAt?: Date | undefined;
  voice?: Voice | undefined;
  serviceListed?: ServiceListed | undefined;
  /** The card of the guide they are at, as the wizard names it. */
  place?: string | undefined;
  locale?: Locale | undefined;
}

/** What happened, and when. A fact is written once; another alias takes back what was done under the last. */
export interface RegistrationFacts {
  createdAt: Date;
  begunAt?: Date | undefined;
  detailsConfirmedAt?: Date | undefined;
  serviceEnabledAt?: Date | undefined;
  requestDownloadedAt?: Date | undefined;
  certificateReceivedAt?: Date | undefined;
  authorisationClaimedAt?: Date | undefined;
  delegationClaimedAt?: Date | undefined;
  /** The supplier said that they added one, or one appeared that was not there before. */
  pointOfSaleClaimedAt?: Date | undefined;
  authorisedAt?: Date | undefined;
  pointsOfSaleSettledAt?: Date | undefined;
  completedAt?: Date | undefined;
  revokedAt?: Date | undefined;
}

/**
 * One supplier's way to an active certificate, as the wizard, the Console and the API see it.
 * Holds no secret: no key, no ticket, no ref.
 */
export interface Registration {
  id: string;
  workspaceId: string;
  entryId: string;
  environment: Environment;
  intent: 'register' | 'renew';
  mode: RegistrationMode;
  way?: RegistrationWay | undefined;
  state: RegistrationState;
  facts: RegistrationFacts;
  delegation?: Delegation | undefined;
  supplier: { name: string; cuit: string };
  /** Where notices of expiry go; asked for in the wizard. */
  noticeEmail?: string | undefined;
  /** The address in their document, which the account holder noted. */
  documentEmail?: string | undefined;
  /** Who sent the link; shown on every page. */
  accountHolder: AccountHolder;
  link: Link;
  /** The newest key pair's request; earlier ones still match an upload. Who delegates may change their mind. */
  request: { alias: string; csr: string; createdAt: Date };
  /** The certificate that passed the local checks, if there is one. */
  certificate?:
    | {
        alias: string;
        holderCuit: string;
        issuer: string;
        notBefore: Date;
        notAfter: Date;
        fingerprint: string;
      }
    | undefined;
  /** The last upload's or proof's rejection; stays until the next try. */
  lastRejection?: (Rejection & { at: Date; checks: CheckOutcome[] }) | undefined;
  /** The login at the authority that proves the certificate. */
  proof: {
    status: 'none' | 'running' | 'retrying' | 'settled';
    /** When the authority was last asked, or something else about the registration was written. */
    lookedAt?: Date | undefined;
    /** When the engine tries again by itself, if it will. */
    nextAttemptAt?: Date | undefined;
    /** The authority has refused it for a day: the supplier has to act. */
    givenUpAt?: Date | undefined;
  };
  /** How easy the supplier found it; what they wrote beside it is for its reader in the Console. */
  rating?: { answer: Rating; commented: boolean } | undefined;
  pointsOfSale: {
    readAt?: Date | undefined;
    /** When the engine reads them again by itself, as long as none can be used. */
    nextReadAt?: Date | undefined;
    list: PointOfSale[];
    unavailable: boolean;
  };
}

/** The one state that the facts add up to. The strongest fact comes first. */
export function stateOf(facts: RegistrationFacts, linkExpiresAt: Date, now: Date): RegistrationState {
  if (facts.revokedAt) return 'revoked';
  if (facts.completedAt) return 'completed';
  if (linkExpiresAt <= now) return 'expired';
  if (facts.certificateReceivedAt || facts.delegationClaimedAt) return 'awaiting-authorisation';
  if (facts.requestDownloadedAt) return 'awaiting-certificate';
  if (facts.detailsConfirmedAt) return 'details';
  if (facts.begunAt) return 'opened';
  return 'sent';
}
