import { Alert, Button } from '@mantine/core';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ActButton, LinkButton } from '#console/_ui/buttons.tsx';
import { Permitted } from '#console/_ui/failure.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { BackLink, PageHeader } from '#console/_ui/page-header.tsx';
import { entryTitle, invoiceTexts } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { partyOf } from '#console/w/[workspace]/_entries/party-of.ts';
import { StateChip } from '#console/w/[workspace]/_entries/state-chip.tsx';
import {
  workflowDescriptions,
  workflowNames,
} from '#console/w/[workspace]/configuration/workflows/workflow-name.ts';
import type { Context } from '#lib/context.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import type { Invoice } from '#lib/documents/invoice/invoice.ts';
import { issuerGapsOf, type PaperGap, paperGapsOf } from '#lib/documents/invoice/paper-gaps.ts';
import { summaryOf } from '#lib/documents/invoice/preview.ts';
import { remainingCredit } from '#lib/invoices/credit-note.ts';
import { stagesOfSuppliers } from '#lib/reports/open-registrations.ts';
import { isPermitted } from '#lib/roles.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { findPdf } from '#lib/silo/files.ts';
import { withoutPointOfSaleAmong } from '#lib/silo/invoice-filter.ts';
import { manualStates } from '#lib/silo/states.ts';
import { listWorkflowNames } from '#lib/workflows/definitions.ts';
import { archive } from './actions.ts';
import { CreateNote } from './create-note.tsx';
import { issuerOf } from './issuer-of.ts';
import { runFactsOf } from './run-facts.ts';
import { RunWorkflow } from './run-workflow.tsx';
import { SetState } from './set-state.tsx';
import { SupplierMenu } from './supplier-menu.tsx';

interface EntryHeaderProps {
  ctx: Context;
  entry: EntryRow;
  isRunning: boolean;
  /** Whether it is a supplier that can issue invoices. */
  isRegistered: boolean;
}

export async function EntryHeader({ ctx, entry, isRunning, isRegistered }: EntryHeaderProps) {
  const t = await getTranslations('console.entry');
  const { slug } = ctx.workspace;
  const isAuthorised = entry.stamps.some(({ prv }) => prv === 'arca-cae');
  const [nameOf, descriptionOf] = [await workflowNames(), await workflowDescriptions()];
  const workflows = (isPermitted(ctx, 'jobs:write') ? await listWorkflowNames(ctx) : [])
    .filter(({ disabled, archivedAt }) => !disabled && !archivedAt)
    .filter(({ schema, sends }) => entry.docSchema.endsWith(`/${schema}`) && !(entry.archivedAt && sends))
    .map(({ id, name, description, sends }) => ({
      id,
      name: nameOf(name),
      description: descriptionOf(description),
      sends,
    }));
  return (
    <>
      {(entry.folder === 'suppliers' || entry.folder === 'invoices') && (
        <BackLink href={workspacePath(slug, `/${entry.folder}`)}>
          {t(entry.folder === 'invoices' ? 'backToInvoices' : 'back')}
        </BackLink>
      )}
      <PageHeader
        title={<bdi className="clamped">{await entryTitle(entry)}</bdi>}
        lead={
          <span className="entry-lead">
            <StateChip
              // A workflow that issues sets no state before the authority's answer.
              state={
                entry.folder === 'invoices' && isRunning && (entry.state ?? 'empty') === 'empty'
                  ? 'processing'
                  : entry.state
              }
              stage={
                entry.folder === 'suppliers'
                  ? (await stagesOfSuppliers(ctx, [entry])).get(entry.id)
                  : undefined
              }
              lacksPointOfSale={
                entry.folder === 'suppliers' && (await withoutPointOfSaleAmong(ctx, [entry])).has(entry.id)
              }
            />
            {entry.folder === 'invoices' ? <InvoiceFacts doc={entry.doc} /> : <TaxCode doc={entry.doc} />}
          </span>
        }
        actions={
          <>
            {!entry.archivedAt && (
              <ActButton
                needs="entries:write"
                label={t('archive.act')}
                variant="subtle"
                action={archive.bind(null, slug, { id: entry.id })}
                done={t('archive.done')}
              />
            )}
            <Permitted to="entries:write">
              {' '}
              <SetState
                workspace={slug}
                id={entry.id}
                state={entry.state ?? 'empty'}
                states={manualStates({ ...entry, isFinal: isAuthorised || isRegistered })}
              />
            </Permitted>
            <Permitted to="jobs:write">
              <RunWorkflow
                workspace={slug}
                id={entry.id}
                workflows={workflows}
                isRunning={isRunning}
                variant={isAuthorised ? 'default' : 'filled'}
                about={await runFactsOf(ctx, entry)}
              />
            </Permitted>
            {isAuthorised && (
              <Permitted to="entries:write">
                <CreateNotes ctx={ctx} entry={entry} />
              </Permitted>
            )}
            {isAuthorised && <DownloadPdf ctx={ctx} entry={entry} />}
            {entry.folder === 'suppliers' && isRegistered && (
              <LinkButton
                needs="entries:write"
                href={workspacePath(slug, `/invoices/new?supplier=${entry.id}`)}
                variant="default"
              >
                {t('newInvoice')}
              </LinkButton>
            )}
            {entry.folder === 'suppliers' && (
              <Permitted to="privacy:write">
                <SupplierMenu
                  workspace={slug}
                  id={entry.id}
                  name={await entryTitle(entry)}
                  listHref={workspacePath(slug, '/suppliers')}
                  exportHref={workspacePath(slug, `/entries/${entry.id}/export`)}
                />
              </Permitted>
            )}
          </>
        }
      />
      {entry.folder === 'suppliers' && (
        <PaperGaps ctx={ctx} gaps={issuerGapsOf(entry.doc)} title="titleOfInvoices" editedId={entry.id} />
      )}
      {entry.folder === 'invoices' && (
        <PaperGaps
          ctx={ctx}
          gaps={paperGapsOf(entry.doc)}
          title={isAuthorised ? 'titleOfIssued' : 'title'}
          editedId={isAuthorised ? (await issuerOf(ctx, summaryOf(entry.doc).supplier.cuit))?.id : entry.id}
        />
      )}
    </>
  );
}

interface PaperGapsProps {
  ctx: Context;
  gaps: readonly PaperGap[];
  title: 'title' | 'titleOfInvoices' | 'titleOfIssued';
  /** Entry to fill in: the invoice's own, or the supplier's if the invoice is authorized and cannot change. */
  editedId: string | undefined;
}

/** Warns of data that the PDF of an invoice, or the PDFs of all invoices of a supplier, lack. */
async function PaperGaps({ ctx, gaps, title, editedId }: PaperGapsProps) {
  const t = await getTranslations('console.suppliers.paper');
  if (gaps.length === 0) return null;
  return (
    <Alert color="yellow" icon={<Icon name="note" />} title={t(title)}>
      <ul className="plain-list">
        {gaps.map(({ gap }) => (
          <li key={gap}>{t(`gaps.${gap}`)}</li>
        ))}
      </ul>
      {editedId && (
        <Permitted to="entries:write">
          <Link href={workspacePath(ctx.workspace.slug, `/entries/${editedId}/edit`)}>
            {t(title === 'titleOfIssued' ? 'fillInNext' : 'fillIn')}
          </Link>
        </Permitted>
      )}
    </Alert>
  );
}

function TaxCode({ doc }: Pick<EntryRow, 'doc'>) {
  const { country, code } = partyOf(doc);
  return <span>{country === 'AR' ? `CUIT ${formatCuit(code)}` : `${country} ${code}`}</span>;
}

async function InvoiceFacts({ doc }: Pick<EntryRow, 'doc'>) {
  const texts = await invoiceTexts();
  const invoice = summaryOf(doc);
  return (
    <>
      {invoice.customer && <bdi>{invoice.customer}</bdi>}
      <strong className="nowrap">{texts.total(invoice)}</strong>
    </>
  );
}

/** Link to the PDF. Empty until a workflow has created it. */
async function DownloadPdf({ ctx, entry }: { ctx: Context; entry: EntryRow }) {
  const t = await getTranslations('console.invoices.card');
  const pdf = await findPdf(ctx, entry.id);
  if (!pdf) return null;
  return (
    <Button
      component="a"
      href={workspacePath(ctx.workspace.slug, `/entries/${entry.id}/files/${pdf.id}`)}
      download={pdf.name}
      variant="filled"
    >
      {t('pdf')}
    </Button>
  );
}

/** Most lines to choose from; an invoice with more is edited in the note's draft. */
const mostLines = 100;

/** Links to new notes on an authorized invoice. Notes cannot be corrected by notes. */
async function CreateNotes({ ctx, entry }: { ctx: Context; entry: EntryRow }) {
  const invoice = summaryOf(entry.doc);
  if (entry.folder !== 'invoices' || invoice.type?.type !== 'standard') return null;
  const remaining = await remainingCredit(ctx, invoice);
  const { total, currency } = invoice;
  const credit = Number(remaining) > 0 ? { left: remaining, total, currency } : undefined;
  const { lines } = entry.doc as unknown as Invoice;
  const shown = lines.length > mostLines ? [] : lines;
  const props = {
    path: workspacePath(ctx.workspace.slug, `/invoices/new?corrects=${entry.id}`),
    lines: shown.map(({ item, quantity }) => ({ name: item.name, quantity })),
  };
  return (
    <>
      <CreateNote {...props} type="credit-note" credit={credit} />
      <CreateNote {...props} type="debit-note" />
    </>
  );
}
