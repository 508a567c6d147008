import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { CopyValue } from '#console/_ui/copy.tsx';
import { invoiceTexts } from '#console/w/[workspace]/_entries/entry-texts.ts';
import { lockedBy, submissionOf } from '#console/w/[workspace]/entries/require-entry.ts';
import { EventText } from '#console/w/[workspace]/jobs/[id]/event-text.tsx';
import type { Context } from '#lib/context.ts';
import { formatCuit } from '#lib/documents/cuit.ts';
import { type InvoiceSummary, numberOf, summaryOf } from '#lib/documents/invoice/summary.ts';
import type { Submission } from '#lib/invoices/submissions.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { CustomerFacts } from './customer-facts.tsx';
import { InvoiceNotes } from './invoice-notes.tsx';
import { InvoiceStatus } from './invoice-status.tsx';
import { issuerOf } from './issuer-of.ts';

/** Where an invoice stands on its way to the authority, and what it got there. */
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
          <CustomerFacts doc={entry.doc} isLocked={lockedBy(submission) !== undefined} />
          <dt>{t('number')}</dt>
          <dd>{numberOf(invoice) ?? (await numberToBe(invoice, submission))}</dd>
          <Authorisation entry={entry} />
        </dl>
        <InvoiceNotes ctx={ctx} entry={entry} />
        <Remarks of={entry} />
      </div>
    </section>
  );
}

/** Before it is authorized: the one it was sent with, or whichever comes next. */
async function numberToBe({ series }: InvoiceSummary, submission: Submission | undefined): Promise<string> {
  const t = await getTranslations('console.invoices.card');
  const number = numberOf({ series, code: submission?.number ? String(submission.number) : '' });
  return number ? t('numberAsked', { number }) : t('numberOnSending', { series });
}

/** The CAE, until when it can be used, and what its QR says. */
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

/** Shown as a refusal is, in our words and in the authority's. */
async function Remarks({ of: { remarks } }: { of: EntryRow }) {
  const t = await getTranslations('console.invoices.card');
  if (remarks.length === 0) return null;
  return (
    <div>
      <h3 className="card-subheading">{t('remarks')}</h3>
      <ul className="plain-list card-remarks">
        {remarks.map((remark, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they came at once, and stay as they came
          <li key={index}>
            <EventText of={remark} />
          </li>
        ))}
      </ul>
    </div>
  );
}
