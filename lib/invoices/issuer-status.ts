import { buenosAiresDay } from '#lib/buenos-aires.ts';
import type { Context } from '#lib/context.ts';
import { type Document, documentOf } from '#lib/documents/envelope.ts';
import { documentType, type Letter } from '#lib/documents/invoice/document-types.ts';
import { documentTypeExtension } from '#lib/documents/invoice/extensions.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import { type IssuerStatus, issuerOf, issues, statusOfSystem } from '#lib/documents/invoice/issuer-status.ts';
import type { FaultParams } from '#lib/errors.ts';
import type { StoredFault } from '#lib/faults/fault.ts';
import { keptIssuerStatus } from '#lib/silo/issuer-status.ts';
import { taxpayerInPassing, taxpayerReadLately } from '../taxpayers/in-passing.ts';
import { findIssuer, refusal } from './issuer.ts';

/**
 * Has the taxpayers' register asked about the issuer of a document that is about to be built, where its class hangs on
 * that and nothing is known yet. Within a few seconds, and without an answer the building goes on as it can.
 */
export async function learnIssuerStatus(ctx: Context, data: Document, now = new Date()): Promise<void> {
  const issuer = issuerOf(documentOf(data).doc);
  if (!issuer || issuer.letter !== undefined || (await keptIssuerStatus(ctx, issuer))) return;
  // Nobody is asked about for whoever only writes their CUIT.
  if ((await findIssuer(ctx, issuer.cuit, now)).kind !== 'none')
    await taxpayerInPassing(ctx, issuer.cuit, { now });
}

/** Why an invoice of this class is not the point of sale's: the authority would refuse it (10000, 10005). */
export function refuseOtherPoint(invoice: Invoice, system: string | undefined): StoredFault | undefined {
  const status = system === undefined ? undefined : statusOfSystem(system);
  return (
    status &&
    contradicted(invoice, status, {
      why: 'point-of-sale',
      number: Number(invoice.series),
      system: system ?? '',
    })
  );
}

/** Why it is not the issuer's, by what the register says and has said within the hour. Where it says nothing, nothing is wrong. */
export async function refuseOtherIssuer(
  ctx: Context,
  invoice: Invoice,
  now: Date,
): Promise<StoredFault | undefined> {
  const cuit = invoice.supplier.tax_id.code;
  const faultBy = (taxpayer: Awaited<ReturnType<typeof taxpayerInPassing>>) =>
    taxpayer?.vat &&
    contradicted(invoice, taxpayer.vat.status, {
      why: 'register',
      cuit,
      evidence: taxpayer.vat.evidence,
      date: buenosAiresDay(taxpayer.readAt),
    });
  if (!faultBy(await taxpayerInPassing(ctx, cuit, { now }))) return undefined;
  return faultBy(await taxpayerReadLately(ctx, cuit, now));
}

/** A note is of the class of what it corrects, whatever its issuer is by now. */
function contradicted(invoice: Invoice, status: IssuerStatus, found: FaultParams): StoredFault | undefined {
  const letter = letterOf(invoice);
  if (invoice.type !== 'standard' || letter === undefined || issues(letter, status)) return undefined;
  const path = invoice.$tags?.includes('monotax') ? '$.$tags' : `$.tax.ext.${documentTypeExtension}`;
  return refusal({ code: 'issuer-status-contradicted', params: { ...found, status, letter } }, path);
}

const letterOf = ({ tax }: Invoice): Letter | undefined =>
  documentType(tax?.ext?.[documentTypeExtension] ?? '')?.letter;
