import type { PointOfSale } from '#lib/arca/invoicing.ts';
import type { CertificateRow } from '#lib/certificates/store.ts';
import type { DelegationRow, LinkRow, RegistrationRow } from '#lib/database/tables/registrations.ts';
import { hasCreditAccount } from '#lib/documents/invoice/credit-invoice.ts';
import { issuerGapsOf } from '#lib/documents/invoice/paper-gaps.ts';
import { supplierOf } from '#lib/documents/party.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import type { AccountHolder } from './account-holder.ts';
import { type Delegation, type Link, type Registration, wayOf } from './registration.ts';
import { emailOfDocument } from './reminder-address.ts';
import { type RegistrationFacts, stateOf } from './state.ts';

/** Rows without sealed columns, which are never shown. */
type ShownLink = Omit<LinkRow, 'refHash' | 'refSealed'>;
type ShownKeyPair = Omit<CertificateRow, 'keySealed'>;

export interface RegistrationParts {
  accountHolder: AccountHolder;
  row: RegistrationRow;
  entry: Pick<EntryRow, 'doc'>;
  link: ShownLink;
  /** Newest first. */
  keyPairs: ShownKeyPair[];
  delegation: DelegationRow | undefined;
  points: PointOfSale[];
  now: Date;
}

/** Combines the rows into the object that the wizard, the Console and the API show. Contains no secrets. */
export function presentRegistration({
  accountHolder,
  row,
  entry,
  link,
  keyPairs,
  delegation,
  points,
  now,
}: RegistrationParts): Registration {
  const way = wayOf(row);
  const facts = factsOf(row, way === 'delegation' ? delegation : undefined);
  const [newest] = keyPairs;
  const supplier = supplierOf(entry);
  if (!newest || !supplier)
    throw new Error(`The key pair or the supplier of the registration ${row.id} is missing.`);
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    entryId: row.entryId,
    environment: row.environment,
    intent: row.intent,
    mode: row.mode,
    services: row.services,
    way,
    state: stateOf(facts, link.expiresAt, now),
    facts,
    supplier,
    namesAtAuthority: row.namesAtAuthority,
    cuitAnswer: currentAnswer(row, supplier),
    // Helpers must not see the supplier's addresses.
    noticeEmail: (link.scope === 'full' && row.noticeEmail) || undefined,
    documentEmail: link.scope === 'full' ? emailOfDocument(entry.doc) : undefined,
    hasCreditAccount: hasCreditAccount(entry.doc),
    paperGaps: issuerGapsOf(entry.doc).map(({ gap }) => gap),
    accountHolder,
    link: linkOf(link),
    request: {
      alias: newest.alias,
      csr: newest.csr,
      createdAt: newest.createdAt,
      downloadedAt: newest.downloadedAt ?? undefined,
    },
    delegation: delegation && delegationOf(delegation),
    certificate: facts.certificateReceivedAt && certificateOf(receivedKeyPair(keyPairs)),
    lastRejection: row.lastRejection
      ? { ...row.lastRejection, at: new Date(row.lastRejection.at) }
      : undefined,
    proof: {
      status: row.proofStatus,
      lookedAt: row.proofStatus === 'none' ? undefined : row.updatedAt,
      nextAttemptAt: row.nextProofAt ?? undefined,
      givenUpAt: row.proofGivenUpAt ?? undefined,
    },
    rating: row.rating ? { answer: row.rating, commented: Boolean(row.ratingComment) } : undefined,
    pointsOfSale: {
      readAt: row.pointsOfSaleReadAt ?? undefined,
      nextReadAt: row.nextPointsOfSaleAt ?? undefined,
      unavailable: (row.pointsOfSaleFailedAt?.getTime() ?? 0) > (row.pointsOfSaleReadAt?.getTime() ?? 0),
      list: points,
    },
  };
}

export function receivedKeyPair<KeyPair extends ShownKeyPair>(keyPairs: KeyPair[]): KeyPair | undefined {
  const received = keyPairs.filter(({ certificate }) => certificate);
  return received.sort((a, b) => (b.receivedAt?.getTime() ?? 0) - (a.receivedAt?.getTime() ?? 0))[0];
}

export function certificateOf(row: ShownKeyPair | undefined): Registration['certificate'] {
  if (!row?.notBefore || !row.notAfter) return undefined;
  const { certificateAlias, holderCuit, issuer, notBefore, notAfter, fingerprint } = row;
  return {
    alias: certificateAlias ?? row.alias,
    holderCuit: holderCuit ?? '',
    issuer: issuer ?? '',
    notBefore,
    notAfter,
    fingerprint: fingerprint ?? '',
  };
}

/**
 * Returns the answer unless it was about another CUIT; reported one as wrong and the account holder has changed the
 * name since; or confirmed another name than the register has now.
 */
function currentAnswer(
  { cuitAnswer, namesAtAuthority }: RegistrationRow,
  { cuit, name }: Registration['supplier'],
): Registration['cuitAnswer'] {
  if (cuitAnswer?.cuit !== cuit) return undefined;
  if (cuitAnswer.answer === 'wrong' && cuitAnswer.name !== name) return undefined;
  if (cuitAnswer.answer === 'right' && cuitAnswer.nameAtAuthority !== namesAtAuthority[cuit])
    return undefined;
  return { answer: cuitAnswer.answer, at: new Date(cuitAnswer.at) };
}

const linkOf = (row: ShownLink): Link => ({
  id: row.id,
  scope: row.scope,
  purpose: row.purpose ?? undefined,
  expiresAt: row.expiresAt,
  holder: row.holderName ?? undefined,
  openedAt: row.openedAt ?? undefined,
  voice: row.voice ?? undefined,
  place: row.place ?? undefined,
  locale: row.locale ?? undefined,
});

export const delegationOf = (row: DelegationRow): Delegation => ({
  delegateCuit: row.delegateCuit,
  claimedAt: row.claimedAt,
  grantedAt: row.grantedAt ?? undefined,
  lostAt: row.lostAt ?? undefined,
  isClaimedAnew: row.lostAt !== null && row.claimedAt > row.lostAt,
  checkedAt: row.checkedAt ?? undefined,
  answer: row.answer ?? undefined,
  nextCheckAt: row.nextCheckAt ?? undefined,
});

const factsOf = (row: RegistrationRow, delegation: DelegationRow | undefined): RegistrationFacts => ({
  createdAt: row.createdAt,
  startedAt: row.startedAt ?? undefined,
  detailsConfirmedAt: row.detailsConfirmedAt ?? undefined,
  serviceEnabledAt: row.serviceEnabledAt ?? undefined,
  requestDownloadedAt: row.requestDownloadedAt ?? undefined,
  certificateReceivedAt: row.certificateReceivedAt ?? undefined,
  authorisationClaimedAt: row.authorisationClaimedAt ?? undefined,
  delegationClaimedAt: delegation?.claimedAt,
  pointOfSaleClaimedAt: row.pointOfSaleClaimedAt ?? undefined,
  authorisedAt: row.authorisedAt ?? undefined,
  pointsOfSaleSettledAt: row.pointsOfSaleSettledAt ?? undefined,
  completedAt: row.completedAt ?? undefined,
  revokedAt: row.revokedAt ?? undefined,
});
