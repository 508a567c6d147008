import { getTranslations } from 'next-intl/server';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import { plainName } from '#console/_ui/visible-text.ts';
import type { ListedLink } from '#lib/registrations/links/list.ts';
import { takeBackLink } from './actions.ts';

interface HelperLinksProps {
  workspace: string;
  entryId: string;
  links: ListedLink[];
}

/** Whom the supplier handed the authority's steps over to, what became of it, and the way to take it back. */
export async function HelperLinks({ workspace, entryId, links }: HelperLinksProps) {
  const t = await getTranslations('console.entry.registration.helpers');
  const helpers = links.filter(({ scope }) => scope === 'arca-steps-only');
  if (helpers.length === 0) return null;
  return (
    <div>
      <h3 className="card-subheading">{t('title')}</h3>
      <ul className="helper-links">
        {helpers.map((link) => {
          const name = plainName(link.holder ?? '');
          return (
            <li key={link.id}>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              <HelperFacts link={link} />
              {!link.revokedAt && (
                <ConfirmButton
                  label={t('takeBack')}
                  title={t('takeBackTitle', { name })}
                  action={takeBackLink.bind(null, workspace, { id: entryId, link: link.id })}
                  done={t('tookBack')}
                >
                  {t('takeBackText', { name })}
                </ConfirmButton>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

async function HelperFacts({ link }: { link: ListedLink }) {
  const t = await getTranslations('console.entry.registration.helpers');
  const { openedAt, revokedAt, mails } = link;
  return (
    <>
      <p className="hint">{mailText()}</p>
      {revokedAt ? (
        <p className="hint">{t('takenBack', { at: revokedAt })}</p>
      ) : (
        <p className="hint">{openedAt ? t('opened', { at: openedAt }) : t('notOpened')}</p>
      )}
    </>
  );

  function mailText(): string {
    const [last] = mails;
    if (!last) return t('notMailed');
    if (last.bouncedAt) return t('bounced', { detail: last.detail ?? '' });
    return last.sentAt ? t('sent', { at: last.sentAt }) : t('queued');
  }
}
