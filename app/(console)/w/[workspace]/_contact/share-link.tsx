import { Button } from '@mantine/core';
import { getFormatter, getTranslations } from 'next-intl/server';
import { CopyValue } from '#console/_ui/copy.tsx';
import { Day } from '#console/_ui/moment.tsx';
import { Permitted } from '#console/_ui/permitted.tsx';
import { createTexts } from '#lib/i18n.ts';
import { drawQr } from '#lib/qr-code.ts';
import type { EntryLink } from '#lib/registrations/entry-link.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { MailLink } from './mail-link.tsx';
import { QrButton } from './qr-button.tsx';

interface ShareLinkProps {
  workspace: string;
  registration: Registration;
  link: EntryLink & { url: string };
  /** Where the supplier is written to. */
  address: string | undefined;
}

/** The address, until when it is good, and each way by which people send one. */
export async function ShareLink({ workspace, registration, link, address }: ShareLinkProps) {
  const t = await getTranslations('console.contact.link');
  const format = await getFormatter();
  const { url, expiresAt } = link;
  const now = new Date();
  const isExpired = expiresAt <= now;
  const { size, path } = drawQr(url);
  return (
    <>
      <CopyValue value={url} label={t('address')} />
      <p className="hint" data-expired={isExpired || undefined}>
        {t(isExpired ? 'expired' : 'expires', { inTime: format.relativeTime(expiresAt, now) })} ·{' '}
        <Day at={expiresAt} />
      </p>
      <div className="contact-acts">
        <Button component="a" href={url} target="_blank" rel="noopener noreferrer" variant="default">
          {t('open')}
        </Button>
        {!isExpired && (
          <>
            <Permitted to="registrations:write">
              <MailLink workspace={workspace} id={registration.entryId} address={address} />
            </Permitted>
            <Button
              component="a"
              href={chatAddress(registration, url)}
              target="_blank"
              rel="noopener noreferrer"
              variant="default"
            >
              WhatsApp
            </Button>
            <QrButton>
              <svg
                className="contact-qr"
                viewBox={`0 0 ${size} ${size}`}
                role="img"
                aria-label={t('qrLabel')}
                shapeRendering="crispEdges"
              >
                <rect width={size} height={size} fill="#fff" />
                <path d={path} fill="#000" />
              </svg>
            </QrButton>
          </>
        )}
      </div>
    </>
  );
}

/** WhatsApp's own page, with a text that is ready to be sent: it asks to whom. In Spanish, whatever the reader's language. */
function chatAddress({ intent, accountHolder, supplier, environment }: Registration, url: string): string {
  const text = createTexts('es-AR')('invitation.chat', {
    intent,
    environment,
    holder: accountHolder.name,
    company: supplier.name,
    url,
  });
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}
