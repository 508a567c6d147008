import { getTranslations } from 'next-intl/server';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import type { Context } from '#lib/context.ts';
import type { RegistrationDetails } from '#lib/registrations/details.ts';
import { reminderAddress } from '#lib/registrations/reminders/address.ts';
import './contact.css';
import { LinkActs } from './link-acts.tsx';
import { LinkNotice } from './link-notice.tsx';
import { LinkPeople } from './link-people.tsx';
import { PersonFacts } from './person-facts.tsx';
import { Reminders } from './reminders.tsx';
import { ShareLink } from './share-link.tsx';

interface SupplierContactProps {
  ctx: Context;
  details: RegistrationDetails;
  className?: string;
}

/** How to reach a supplier: the link and every way to send it, who they are, what they were reminded of, who helps. */
export async function SupplierContact({ ctx, details, className = '' }: SupplierContactProps) {
  const t = await getTranslations('console.contact');
  const { slug } = ctx.workspace;
  const { registration, link, links } = details;
  const isOpen = registration.state !== 'completed' && registration.state !== 'revoked';
  return (
    <ClientTexts areas={['contact']}>
      <section className={`sheet contact ${className}`} aria-labelledby="contact">
        <h2 id="contact" className="sheet-heading">
          {t('title')}
        </h2>
        <div className="contact-parts">
          {link && isOpen && (
            <div className="contact-link">
              <LinkNotice state={registration.state} link={link} />
              {link.url && (
                <ShareLink
                  workspace={slug}
                  registration={registration}
                  link={{ ...link, url: link.url }}
                  address={reminderAddress({ ...registration, links })}
                />
              )}
              <LinkActs workspace={slug} registration={registration} link={link} />
            </div>
          )}
          <PersonFacts registration={registration} />
          {isOpen && <Reminders ctx={ctx} registration={registration} links={links} />}
          <LinkPeople workspace={slug} entryId={registration.entryId} links={links} />
        </div>
      </section>
    </ClientTexts>
  );
}
