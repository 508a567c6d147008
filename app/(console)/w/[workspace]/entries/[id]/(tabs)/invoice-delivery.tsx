import { getTranslations } from 'next-intl/server';
import { Chip, type Tone } from '#console/_ui/chip.tsx';
import { CopyUnseen } from '#console/_ui/copy.tsx';
import { Permitted } from '#console/_ui/failure.tsx';
import { LiveRefresh } from '#console/_ui/live-refresh.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { visibleText } from '#console/_ui/visible-text.ts';
import type { Context } from '#lib/context.ts';
import { customerAddressOf, type InvoiceMail, listInvoiceMails } from '#lib/invoices/invoice-mail.ts';
import type { EntryRow } from '#lib/silo/entries.ts';
import { findPdf, sharedLinkOf } from '#lib/silo/files.ts';
import { MailInvoice } from './mail-invoice.tsx';

const refreshSeconds = 5;

/** How the invoice reaches its customer: its mails, and a link to the PDF. Empty until there is a PDF. */
export async function InvoiceDelivery({ ctx, entry }: { ctx: Context; entry: EntryRow }) {
  const isAuthorised = entry.stamps.some(({ prv }) => prv === 'arca-cae');
  const pdf = isAuthorised ? await findPdf(ctx, entry.id) : undefined;
  if (!pdf) return null;
  const t = await getTranslations('console.entry.mail');
  const mails = await listInvoiceMails(ctx, entry.id);
  return (
    <div>
      {mails.some((mail) => statusOf(mail) === 'queued') && <LiveRefresh everySeconds={refreshSeconds} />}
      <h3 className="subheading">{t('title')}</h3>
      {mails.length === 0 ? (
        <p className="hint">{t('none')}</p>
      ) : (
        <ul className="plain-list card-remarks" aria-label={t('title')}>
          {mails.map((mail) => (
            <MailLine key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
      <div className="buttons card-next">
        <Permitted to="entries:write">
          <MailInvoice
            workspace={ctx.workspace.slug}
            id={entry.id}
            address={customerAddressOf(entry.doc)}
            hasMails={mails.length > 0}
          />
        </Permitted>
        {!pdf.private && <CopyUnseen value={sharedLinkOf(pdf).url} label={t('copyLink')} />}
      </div>
      {!pdf.private && <p className="hint card-next">{t('linkHint')}</p>}
    </div>
  );
}

const tones = { queued: 'wait', sent: 'good', bounced: 'bad' } as const satisfies Record<string, Tone>;

function statusOf({ sentAt, bouncedAt }: InvoiceMail): keyof typeof tones {
  if (bouncedAt) return 'bounced';
  return sentAt ? 'sent' : 'queued';
}

async function MailLine({ mail }: { mail: InvoiceMail }) {
  const t = await getTranslations('console.entry.mail');
  const { address, requestedAt, sentAt, bouncedAt, detail } = mail;
  const status = statusOf(mail);
  return (
    <li>
      <bdi>{address}</bdi> <Chip tone={tones[status]}>{t(`status.${status}`)}</Chip>{' '}
      <span className="hint">
        <Moment at={bouncedAt ?? sentAt ?? requestedAt} />
      </span>
      {detail && <p className="hint">{detail === 'no-pdf' ? t('noPdf') : visibleText(detail)}</p>}
    </li>
  );
}
