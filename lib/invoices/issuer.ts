import { and, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { validate as isUuid } from 'uuid';
import { type CertificateRow, isActive, isActiveOf } from '#lib/certificates/store.ts';
import { type Context, reader } from '#lib/context.ts';
import { batchLoader } from '#lib/database/batching.ts';
import { type Database, database, preparedOnce } from '#lib/database/client.ts';
import { certificates } from '#lib/database/tables/certificates.ts';
import { delegations } from '#lib/database/tables/registrations.ts';
import { entries, wordInFolder, wordsInWorkspace } from '#lib/database/tables/silo.ts';
import { type Document, documentOf } from '#lib/documents/envelope.ts';
import {
  documentType,
  type IssuerStatus,
  type Letter,
  letterOfTags,
  mayIssue,
} from '#lib/documents/invoice/document-types.ts';
import { documentTypeExtension } from '#lib/documents/invoice/extensions.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import { issuerToLookUp, statusOfPointOfSale } from '#lib/documents/invoice/issuer-status.ts';
import type { FaultParams } from '#lib/errors.ts';
import type { CodedMessage, StoredFault } from '#lib/faults.ts';
import { requirePermission } from '#lib/roles.ts';
import type { ListedEntry } from '#lib/silo/entries.ts';
import { storedIssuerStatus } from '#lib/silo/issuer-status.ts';
import { hasWords, searchQuery } from '#lib/silo/search.ts';
import { findRecentTaxpayer, findTaxpayerIfAvailable } from '#lib/taxpayers.ts';
import { buenosAiresDay } from '#lib/time.ts';
import type { Obstacle } from './submissions.ts';

export interface Issuer {
  /** Id of the supplier's entry. */
  entryId: string;
  name: string;
  cuit: string;
  certificate: CertificateRow;
  /** Whether the certificate belongs to the delegate. */
  delegated: boolean;
}

type IssuerLookup =
  | { kind: 'issuer'; issuer: Issuer }
  /** Only for suppliers that delegate: the invoice waits for the delegation or the delegate's certificate. */
  | { kind: 'later'; obstacle: Obstacle }
  | { kind: 'none'; fault: StoredFault };

const delegateCertificates = alias(certificates, 'delegate_certificates');

/** Finds the workspace's issuer for a CUIT with its certificate, or the reason why there is none. */
export async function findIssuer(ctx: Context, cuit: string, now: Date): Promise<IssuerLookup> {
  const found = await loadSuppliers(database(), { workspaceId: ctx.workspace.id, cuit });
  const isValid = (row: CertificateRow | null) => row?.notAfter && row.notAfter > now;
  const issuer = (row: Supplier, certificate: CertificateRow, delegated: boolean): IssuerLookup => {
    const name = String((row.doc as { name?: unknown }).name ?? '');
    return { kind: 'issuer', issuer: { entryId: row.entryId, name, cuit, certificate, delegated } };
  };
  const withCertificate = found.find((row) => isValid(row.ownCertificate));
  if (withCertificate?.ownCertificate) return issuer(withCertificate, withCertificate.ownCertificate, false);
  const withDelegation = found.find((row) => row.delegation && !row.delegation.lostAt);
  if (withDelegation?.delegateCertificate && isValid(withDelegation.delegateCertificate))
    return issuer(withDelegation, withDelegation.delegateCertificate, true);
  if (withDelegation) return { kind: 'later', obstacle: { code: 'delegate-without-certificate' } };
  if (found.some(({ delegation }) => delegation)) return { kind: 'later', obstacle: delegationLost };
  const [newest] = found;
  const fault = newest?.ownCertificate
    ? govArFault(expired(newest.ownCertificate))
    : govArFault({ code: 'supplier-not-registered', params: { cuit } });
  return { kind: 'none', fault };
}

type Supplier = Awaited<ReturnType<typeof loadSuppliers>>[number];

/** Folders searched for the CUIT. Invoices are left out, because they contain their customer's CUIT. */
const partyFolders = ['suppliers', 'customers'];

/** Suppliers with the CUIT that have a certificate or a delegation, latest certificate expiry first. */
const loadSuppliers = batchLoader(
  async (_: Database, requested: readonly { workspaceId: string; cuit: string }[]) => {
    const rows = await readSuppliers().execute({
      workspaceIds: requested.map(({ workspaceId }) => workspaceId),
      cuits: requested.map(({ cuit }) => cuit),
      words: requested
        .flatMap(({ workspaceId, cuit }) =>
          partyFolders.map((folder) => wordInFolder(workspaceId, folder, cuit)),
        )
        .map((word) => `'${word}'`)
        .join(' | '),
      limit: maxListed * requested.length,
    });
    const byIssuer = Map.groupBy(rows, ({ workspaceId, cuit }) => `${workspaceId}/${cuit}`);
    return requested.map(({ workspaceId, cuit }) => byIssuer.get(`${workspaceId}/${cuit}`) ?? []);
  },
);

const readSuppliers = preparedOnce((db) => {
  const cuit = sql<string>`${entries.doc} #>> '{tax_id,code}'`;
  return db
    .select({
      entryId: entries.id,
      workspaceId: entries.workspaceId,
      cuit,
      doc: entries.doc,
      ownCertificate: certificates,
      delegation: delegations,
      delegateCertificate: delegateCertificates,
    })
    .from(entries)
    .leftJoin(certificates, and(eq(certificates.entryId, entries.id), isActive))
    .leftJoin(delegations, and(eq(delegations.entryId, entries.id), isNotNull(delegations.grantedAt)))
    .leftJoin(
      delegateCertificates,
      and(eq(delegateCertificates.entryId, delegations.delegateEntryId), isActiveOf(delegateCertificates)),
    )
    .where(
      and(
        sql`${entries.workspaceId} = any(${sql.placeholder('workspaceIds')}::uuid[])`,
        // The word index finds candidates; comparing `cuit` confirms that the word is their tax code.
        sql`${wordsInWorkspace} @@ ${sql.placeholder('words')}::tsquery`,
        sql`${cuit} = any(${sql.placeholder('cuits')}::text[])`,
        or(isNotNull(certificates.id), isNotNull(delegations.entryId)),
      ),
    )
    .orderBy(sql`${certificates.notAfter} desc nulls last`, sql`${delegations.lostAt} nulls first`)
    .limit(sql.placeholder('limit'))
    .prepare('suppliers_that_issue');
});

export const delegationLost: Obstacle = { code: 'delegation-lost' };
/** Interval at which a waiting invoice is checked again. Short, because no call to the authority is made. */
export const delegationWaitSeconds = 60;

const expired = ({ notAfter }: CertificateRow): CodedMessage => ({
  code: 'certificate-expired',
  params: { why: 'since', date: notAfter ? buenosAiresDay(notAfter) : '' },
});

/** A supplier that can issue invoices now. */
export interface RegisteredSupplier {
  /** Id of its entry. */
  id: string;
  doc: Document;
}

export type ListedSupplier = Pick<ListedEntry, 'id' | 'snippet'>;

export const maxListed = 100;

/**
 * Suppliers that can issue invoices now, most recently registered first, up to `maxListed`. `q` filters them like the
 * list of suppliers: by word prefixes of the name, or by the CUIT's prefix.
 */
export async function listRegisteredSuppliers(
  ctx: Context,
  { q = '' }: { q?: string } = {},
  now = new Date(),
): Promise<ListedSupplier[]> {
  requirePermission(ctx, 'invoices:read');
  if (q === '') return listRegistered(ctx, now);
  const words = searchQuery(q);
  return words ? listRegistered(ctx, now, hasWords(ctx, words)) : [];
}

/** Undefined if the entry is of another workspace, or cannot issue invoices now. */
export async function findRegisteredSupplier(
  ctx: Context,
  id: string,
  now = new Date(),
): Promise<RegisteredSupplier | undefined> {
  requirePermission(ctx, 'invoices:read');
  if (!isUuid(id)) return undefined;
  const [supplier] = await reader(ctx)
    .select({ id: entries.id, doc: entries.doc })
    .from(entries)
    .where(and(canIssueNow(ctx, now), eq(entries.id, id)))
    .limit(1);
  return supplier;
}

const listRegistered = (ctx: Context, now: Date, condition?: SQL): Promise<ListedSupplier[]> =>
  reader(ctx)
    .select({ id: entries.id, snippet: entries.snippet })
    .from(entries)
    .where(and(canIssueNow(ctx, now), condition))
    .orderBy(
      sql`greatest(
        (select max(${certificates.activatedAt}) from ${certificates} where ${certificates.entryId} = ${entries.id}),
        (select ${delegations.grantedAt} from ${delegations} where ${delegations.entryId} = ${entries.id})
      ) desc nulls last`,
    )
    .limit(maxListed);

const canIssueNow = (ctx: Context, now: Date): SQL | undefined => {
  const own = database()
    .select({ entryId: certificates.entryId })
    .from(certificates)
    .where(and(eq(certificates.workspaceId, ctx.workspace.id), isActive, gt(certificates.notAfter, now)));
  const delegated = database()
    .select({ entryId: delegations.entryId })
    .from(delegations)
    .where(
      and(
        eq(delegations.workspaceId, ctx.workspace.id),
        isNotNull(delegations.grantedAt),
        isNull(delegations.lostAt),
      ),
    );
  return and(
    eq(entries.workspaceId, ctx.workspace.id),
    or(inArray(entries.id, own), inArray(entries.id, delegated)),
  );
};

/** A fault of the provider `gov-ar`. By default its path is the supplier's CUIT. */
export const govArFault = (fault: CodedMessage, path = '$.supplier.tax_id.code'): StoredFault => ({
  provider: 'gov-ar',
  ...fault,
  paths: [path],
});

/**
 * Has the issuer's status stored before the document is built: queries the taxpayers' register, if the class depends on
 * the status and none is stored. Takes a few seconds at most. Without an answer, the document is built without the
 * status.
 */
export async function learnIssuerStatus(ctx: Context, data: Document, now = new Date()): Promise<void> {
  const issuer = issuerToLookUp(documentOf(data).doc);
  if (!issuer || issuer.letter !== undefined || (await storedIssuerStatus(ctx, issuer))) return;
  // Only for issuers of the workspace, so that a document cannot trigger a query about an arbitrary CUIT.
  if ((await findIssuer(ctx, issuer.cuit, now)).kind !== 'none')
    await findTaxpayerIfAvailable(ctx, issuer.cuit, { now });
}

/**
 * Fault if the point of sale cannot issue invoices of this class; the authority would refuse them with 10000
 * or 10005.
 * @param system description of the point of sale at the authority, such as `CAE - Monotributo`
 */
export function pointOfSaleClassFault(invoice: Invoice, system: string | undefined): StoredFault | undefined {
  const status = system === undefined ? undefined : statusOfPointOfSale(system);
  return (
    status &&
    statusContradictionFault(invoice, status, {
      why: 'point-of-sale',
      number: Number(invoice.series),
      system: system ?? '',
    })
  );
}

/**
 * Fault if the issuer cannot issue this class according to the register. Before a fault is returned, the
 * status must be confirmed by an answer from the last hour. Undefined without an answer.
 */
export async function issuerClassFault(
  ctx: Context,
  invoice: Invoice,
  now: Date,
): Promise<StoredFault | undefined> {
  const cuit = invoice.supplier.tax_id.code;
  const faultAccordingTo = (taxpayer: Awaited<ReturnType<typeof findTaxpayerIfAvailable>>) =>
    taxpayer?.vat &&
    statusContradictionFault(invoice, taxpayer.vat.status, {
      why: 'register',
      cuit,
      evidence: taxpayer.vat.evidence,
      date: buenosAiresDay(taxpayer.readAt),
    });
  if (!faultAccordingTo(await findTaxpayerIfAvailable(ctx, cuit, { now }))) return undefined;
  return faultAccordingTo(await findRecentTaxpayer(ctx, cuit, now));
}

/** Never a fault for credit and debit notes: they take the class of the document that they correct. */
function statusContradictionFault(
  invoice: Invoice,
  status: IssuerStatus,
  found: FaultParams,
): StoredFault | undefined {
  const letter = letterOf(invoice);
  if (invoice.type !== 'standard' || letter === undefined || mayIssue(status, letter)) return undefined;
  const path = letterOfTags(invoice.$tags) ? '$.$tags' : `$.tax.ext.${documentTypeExtension}`;
  return govArFault({ code: 'issuer-status-contradicted', params: { ...found, status, letter } }, path);
}

const letterOf = ({ tax }: Invoice): Letter | undefined =>
  documentType(tax?.ext?.[documentTypeExtension] ?? '')?.letter;
