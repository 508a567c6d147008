import 'server-only';

import { getLocale, getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { invoiceTexts } from '#console/w/[workspace]/_entries/entry-texts.ts';
import type { Context } from '#lib/context.ts';
import { formatCuit, isValidCuit } from '#lib/documents/cuit.ts';
import { paperGapsOf } from '#lib/documents/invoice/paper-gaps.ts';
import { summaryOf } from '#lib/documents/invoice/preview.ts';
import { renderFault } from '#lib/faults.ts';
import { findCreditedInvoice } from '#lib/invoices/credit-note.ts';
import { needsCreditInvoice } from '#lib/invoices/credit-registry.ts';
import { faultsIfSentNow } from '#lib/invoices/issue.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { issuerOf } from './issuer-of.ts';

/** Summary of what is about to be sent. */
export interface RunFacts {
  facts: { label: string; value: string }[];
  /** Data that the PDF lacks. It is filled in permanently in the issuer's document, at `issuerPath`. */
  gaps: string[];
  issuerPath: string | undefined;
  /** Why it would be refused if it were sent now, such as its date. */
  refusals: string[];
  /** What Alta refuses unless the sender intends it: the job's argument `allow`, and a warning. */
  exception: { allow: 'credit-exceeds-invoice' | typeof needsCreditInvoice; warning: string } | undefined;
  /** Whether it is sent in live, where it cannot be undone. */
  isLive: boolean;
}

/** An entry, or a document that is not stored yet. */
type Described = Pick<EntryRow, 'folder' | 'doc' | 'faults' | 'stamps'> & { id?: string | undefined };

/** Undefined for authorized invoices, which are not sent again, and for other entries. */
export async function runFactsOf(ctx: Context, entry: Described): Promise<RunFacts | undefined> {
  const { folder, doc, stamps } = entry;
  if (folder !== 'invoices' || stamps.length > 0) return undefined;
  const t = await getTranslations('console.entry.run.facts');
  const paper = await getTranslations('console.suppliers.paper.gaps');
  const list = await getTranslations('console.invoices.list');
  const texts = await invoiceTexts();
  const invoice = summaryOf(doc);
  const { supplier, customer, customerCode = '', series } = invoice;
  const gaps = paperGapsOf(doc).map(({ gap }) => paper(gap));
  const issuer = gaps.length > 0 ? await issuerOf(ctx, supplier.cuit) : undefined;
  const customerCuit = isValidCuit(customerCode) ? formatCuit(customerCode) : customerCode;
  return {
    facts: [
      { label: t('issuer'), value: `${supplier.name} ${formatCuit(supplier.cuit)}` },
      {
        label: t('customer'),
        value: [customer || list('noCustomer'), customerCuit].filter(Boolean).join(' '),
      },
      { label: t('type'), value: texts.kind(invoice) },
      { label: t('pointOfSale'), value: series.padStart(5, '0') },
      { label: t('date'), value: invoice.issueDate ? texts.day(invoice.issueDate) : '-' },
      { label: t('total'), value: texts.total(invoice) },
    ],
    gaps,
    issuerPath: issuer && workspacePath(ctx.workspace.slug, `/entries/${issuer.id}/edit`),
    refusals: await refusalsOf(ctx, entry),
    exception: (await overCredit(ctx, entry)) ?? (await ordinaryInvoice(entry)),
    isLive: ctx.workspace.environment === 'live',
  };
}

async function refusalsOf(ctx: Context, { doc }: Pick<EntryRow, 'doc'>): Promise<string[]> {
  const locale = await getLocale();
  return (await faultsIfSentNow(ctx, doc)).map((fault) => renderFault(fault, locale).text);
}

/** A credit note that exceeds the invoice it corrects. */
async function overCredit(
  ctx: Context,
  { doc, id }: Pick<Described, 'doc' | 'id'>,
): Promise<RunFacts['exception']> {
  const note = summaryOf(doc);
  const credited =
    note.type?.type === 'credit-note' ? await findCreditedInvoice(ctx, doc, note, id) : undefined;
  if (!credited?.isOver) return undefined;
  const { invoice, left } = credited;
  const t = await getTranslations('console.invoiceForm');
  const texts = await invoiceTexts();
  const total = texts.total({ total: left, currency: invoice.currency });
  const warning = t('overLeft', { title: texts.title(invoice), left: total });
  return { allow: 'credit-exceeds-invoice', warning };
}

/** An ordinary invoice that was stopped, unsent, because the registry asks for a credit invoice (FCE). */
async function ordinaryInvoice({ faults }: Pick<EntryRow, 'faults'>): Promise<RunFacts['exception']> {
  const isStopped = faults.some(
    ({ code, params }) => code === needsCreditInvoice && params?.why === 'registry',
  );
  if (!isStopped) return undefined;
  const t = await getTranslations('console.entry.run.issue');
  return { allow: needsCreditInvoice, warning: t('ordinary') };
}
