import { getTranslations } from 'next-intl/server';
import { FactList } from '#console/_ui/fact-list.tsx';
import { Day } from '#console/_ui/moment.tsx';
import type { Registration } from '#lib/registrations/registration.ts';

/** Who does it, as they said in the wizard. */
export async function PersonFacts({ registration }: { registration: Registration }) {
  const t = await getTranslations('console.contact.person');
  const { noticeEmail, supplier, facts, link } = registration;
  const isKnown = noticeEmail || facts.detailsConfirmedAt || link.voice;
  return (
    <div>
      <h3 className="contact-subheading">{t('title')}</h3>
      {isKnown ? (
        <FactList
          facts={[
            noticeEmail
              ? [
                  t('email'),
                  <a key="email" href={`mailto:${noticeEmail}`}>
                    <bdi>{noticeEmail}</bdi>
                  </a>,
                ]
              : undefined,
            facts.detailsConfirmedAt ? [t('name'), <bdi key="name">{supplier.name}</bdi>] : undefined,
            link.voice ? [t('voice'), t(`voices.${link.voice}`)] : undefined,
            link.locale ? [t('language'), t(`languages.${link.locale}`)] : undefined,
            facts.detailsConfirmedAt
              ? [t('confirmed'), <Day key="confirmed" at={facts.detailsConfirmedAt} />]
              : undefined,
          ]}
        />
      ) : (
        <p className="hint">{t('unknown')}</p>
      )}
    </div>
  );
}
