import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { vatStatusText } from '#console/_editor/invoice-values.ts';
import { workspacePath } from '#console/_shell/navigation.ts';
import { Chip } from '#console/_ui/chip.tsx';
import { CopyValue } from '#console/_ui/copy.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { invoiceTexts, segmentOf } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { partyOf } from '#console/w/[workspace]/_entries/party-of.ts';
import { StateChip } from '#console/w/[workspace]/_entries/state-chip.tsx';
import { lockedBy, submissionOf } from '#console/w/[workspace]/entries/require-entry.ts';
import { MessageText } from '#console/w/[workspace]/jobs/[id]/message-text.tsx';
import type { Context } from '#lib/context.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import type { Document } from '#lib/documents/envelope.ts';
import { customerStatusIn } from '#lib/documents/invoice/customer.ts';
import { isClassAStatus, isExport } from '#lib/documents/invoice/document-types.ts';
import { type InvoiceSummary, numberOf, summaryOf } from '#lib/documents/invoice/preview.ts';
import { isObject } from '#lib/documents/json.ts';
import { creditOf, findCorrected, listNotes } from '#lib/invoices/credit-note.ts';
import { fetchCreditStatus } from '#lib/invoices/credit-status.ts';
import type { Submission } from '#lib/invoices/submissions.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { CompareInvoice } from './compare-invoice.tsx';
import { InvoiceDelivery } from './invoice-delivery.tsx';
import { InvoiceStatus } from './invoice-status.tsx';
import { issuerOf } from './issuer-of.ts';

/** Status of an invoice at the authority, and its authorization. */
export async function InvoiceCard({ ctx, entry }: { ctx: Context; entry: EntryRow }) {
  const t = await getTranslations('console.invoices.card');
  const submission = await submissionOf(ctx, entry);
  const invoice = summaryOf(entry.doc);
  const supplier = await issuerOf(ctx, invoice.supplier.cuit);
  const { cuit, name } = invoice.supplier;
  return (
    <section className="sheet entry-registration" aria-labelledby="status">
      <h2 id="status" className="sheet-heading">
        {t('title')}
      </h2>
      <div className="card-text">
        <InvoiceStatus ctx={ctx} entry={entry} submission={submission} />
        <dl className="facts">
          <dt>{t('supplier')}</dt>
          <dd>
            {supplier ? (
              <Link href={workspacePath(ctx.workspace.slug, `/entries/${supplier.id}`)}>
                <bdi>{name}</bdi>
              </Link>
            ) : (
              <bdi>{name}</bdi>
            )}{' '}
            <span className="hint nowrap">{formatCuit(cuit)}</span>
          </dd>
          <CustomerFacts doc={entry.doc} isLocked={lockedBy(entry, submission) !== undefined} />
          <dt>{t('number')}</dt>
          <dd>{numberOf(invoice) ?? (await numberToBe(invoice, submission))}</dd>
          <Authorisation entry={entry} />
          <CreditInvoiceFacts ctx={ctx} id={entry.id} />
        </dl>
        <InvoiceNotes ctx={ctx} entry={entry} />
        <Remarks of={entry} />
        {submission && (
          <CompareInvoice
            workspace={ctx.workspace.slug}
            id={entry.id}
            seriesPath={
              supplier &&
              workspacePath(ctx.workspace.slug, `/entries/${supplier.id}/series/${segmentOf(submission)}`)
            }
          />
        )}
        <InvoiceDelivery ctx={ctx} entry={entry} />
      </div>
    </section>
  );
}

/** Number before authorization: the one that was sent, or a note that it is assigned on sending. */
async function numberToBe({ series }: InvoiceSummary, submission: Submission | undefined): Promise<string> {
  const t = await getTranslations('console.invoices.card');
  const number = numberOf({ series, code: submission?.number ? String(submission.number) : '' });
  return number ? t('numberAsked', { number }) : t('numberOnSending', { series });
}

/** The CAE, its expiry, and the QR's content. */
async function Authorisation({ entry: { stamps } }: { entry: EntryRow }) {
  const t = await getTranslations('console.invoices.card');
  const texts = await invoiceTexts();
  const stamped = (provider: string) => stamps.find(({ prv }) => prv === provider)?.val;
  const [cae, expiry, qr] = [stamped('arca-cae'), stamped('arca-cae-expiry'), stamped('arca-qr')];
  if (!cae) return null;
  return (
    <>
      <dt>{t('cae')}</dt>
      <dd>
        <CopyValue value={cae} label={t('cae')} />
      </dd>
      {expiry && (
        <>
          <dt>{t('caeExpiry')}</dt>
          <dd>{texts.day(expiry)}</dd>
        </>
      )}
      {qr && (
        <>
          <dt>{t('qr')}</dt>
          <dd>
            <a href={qr} target="_blank" rel="noreferrer">
              {t('qrLink')}
            </a>
          </dd>
        </>
      )}
    </>
  );
}

/** What the customer did with a credit invoice (FCE), as far as the authority's registry has answered. */
async function CreditInvoiceFacts({ ctx, id }: { ctx: Context; id: string }) {
  const credit = await fetchCreditStatus(ctx, id);
  if (!credit) return null;
  const t = await getTranslations('console.invoices.card.fce');
  const texts = await invoiceTexts();
  const { status, since, acceptance, acceptBy, reasons } = credit;
  const isOpen = status === 'pending' || status === 'received';
  return (
    <>
      <dt>{t('label')}</dt>
      <dd>
        <Chip tone={creditTones[status]}>{t(`statuses.${status}`)}</Chip>{' '}
        {since && !isOpen && <Moment at={since} />}
        {acceptance === 'tacit' && <p className="hint">{t('tacit')}</p>}
        {isOpen && acceptBy && <p className="hint">{t('acceptBy', { day: texts.day(acceptBy) })}</p>}
        {reasons.map((reason) => (
          <p key={reason}>
            <bdi>{reason}</bdi>
          </p>
        ))}
        {status === 'rejected' && <p className="hint">{t('afterRejection')}</p>}
        {isOpen && (
          <p className="hint">
            {t('checked')} <Moment at={credit.checkedAt} />
          </p>
        )}
      </dd>
    </>
  );
}

const creditTones = { pending: 'wait', received: 'wait', accepted: 'good', rejected: 'bad' } as const;

/** The authority's remarks, shown like a refusal: our text and the authority's. */
async function Remarks({ of: { remarks } }: { of: EntryRow }) {
  const t = await getTranslations('console.invoices.card');
  if (remarks.length === 0) return null;
  return (
    <div>
      <h3 className="subheading">{t('remarks')}</h3>
      <ul className="plain-list card-remarks">
        {remarks.map((remark, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: remarks arrive together and never change
          <li key={index}>
            <MessageText of={remark} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The customer and its VAT status, which determines the class even if only assumed. */
async function CustomerFacts({ doc, isLocked }: { doc: Document; isLocked: boolean }) {
  const t = await getTranslations('console.invoices');
  const suppliers = await getTranslations('console.suppliers');
  const statuses = await getTranslations('console.suppliers.vatStatuses');
  const { type } = summaryOf(doc);
  // The customer of an export is abroad.
  const status = type && isExport(type) ? undefined : customerStatusIn(doc);
  const { name, code } = partyOf(isObject(doc.customer) ? doc.customer : {});
  return (
    <>
      <dt>{t('card.customer')}</dt>
      <dd>
        {doc.customer ? <bdi>{name}</bdi> : t('list.noCustomer')}{' '}
        {code !== '-' && <span className="hint nowrap">{formatCuit(code)}</span>}
      </dd>
      {status && (
        <>
          <dt>{t('card.vatStatus')}</dt>
          <dd>
            {vatStatusText(statuses, status.code)}{' '}
            {status.isAssumed && <Chip tone="wait">{suppliers('editor.assumed')}</Chip>}
            {status.isAssumed && isClassAStatus(status.code) && !isLocked && (
              <p className="hint">{suppliers('assumed.inEntry')}</p>
            )}
          </dd>
        </>
      )}
    </>
  );
}

/** For an invoice, its notes and the amount left to credit; for a note, the corrected invoice. */
async function InvoiceNotes({ ctx, entry }: { ctx: Context; entry: EntryRow }) {
  const t = await getTranslations('console.entry.note');
  const texts = await invoiceTexts();
  const invoice = summaryOf(entry.doc);
  const { slug } = ctx.workspace;
  if (Array.isArray(entry.doc.preceding)) {
    const corrected = await findCorrected(ctx, entry.doc);
    if (!corrected) return null;
    return (
      <p>
        {t('corrects')}{' '}
        <Link href={workspacePath(slug, `/entries/${corrected.id}`)}>
          {texts.title(summaryOf(corrected.doc))}
        </Link>
      </p>
    );
  }
  const notes = await listNotes(ctx, entry);
  if (notes.length === 0) return null;
  const { credited, left } = creditOf(entry, notes);
  const money = (total: string) => texts.total({ total, currency: invoice.currency });
  return (
    <div>
      <h3 className="subheading">{t('title')}</h3>
      <ul className="plain-list" aria-label={t('title')}>
        {notes.map((note) => (
          <li key={note.id}>
            <Link href={workspacePath(slug, `/entries/${note.id}`)}>{texts.title(note)}</Link>{' '}
            <span className="nowrap">{texts.total(note)}</span> <StateChip state={note.state} />
          </li>
        ))}
      </ul>
      <p className={left.startsWith('-') ? 'note-problem' : 'hint'}>
        {left.startsWith('-')
          ? t('tooMuch', { credited: money(credited), total: money(invoice.total) })
          : t('credited', { credited: money(credited), total: money(invoice.total), left: money(left) })}
      </p>
    </div>
  );
}
