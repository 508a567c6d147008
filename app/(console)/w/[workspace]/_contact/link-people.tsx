import { getTranslations } from 'next-intl/server';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import { Chip, type Tone } from '#console/_ui/chip.tsx';
import { plainName } from '#console/_ui/visible-text.ts';
import type { LinkMail, ListedLink } from '#lib/registrations/links/list.ts';
import { takeBackLink } from './actions.ts';

interface LinkPeopleProps {
  workspace: string;
  entryId: string;
  links: ListedLink[];
}

/** Who has a link, whether it came and is used, and the way to take a helper's back. */
export async function LinkPeople({ workspace, entryId, links }: LinkPeopleProps) {
  const t = await getTranslations('console.contact.helpers');
  const helpers = links.filter(({ scope }) => scope === 'arca-steps-only');
  const own = links.findLast(({ scope, revokedAt }) => scope === 'full' && !revokedAt);
  const mailed = own && own.mails.length > 0 ? [own] : [];
  const shown = helpers.length > 0 ? [...(own ? [own] : []), ...helpers] : mailed;
  if (shown.length === 0) return null;
  return (
    <div>
      <h3 className="contact-subheading">{t('title')}</h3>
      <ul className="link-people">
        {shown.map((link) => {
          const name = plainName(link.holder ?? '') || t('full');
          const isHelper = link.scope === 'arca-steps-only';
          return (
            <li key={link.id}>
              <div className="link-person">
                <strong>
                  <bdi>{name}</bdi>
                </strong>
                <Status link={link} />
              </div>
              <Facts link={link} />
              {isHelper && !link.revokedAt && (
                <ConfirmButton
                  needs="registrations:write"
                  label={t('takeBack')}
                  fullLabel={t('takeBackFrom', { name })}
                  size="compact-sm"
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

const tones = { takenBack: 'quiet', uses: 'good', bounced: 'bad', waits: 'wait' } as const satisfies Record<
  string,
  Tone
>;

function statusOf({ revokedAt, openedAt, mails: [last] }: ListedLink): keyof typeof tones {
  if (revokedAt) return 'takenBack';
  if (openedAt) return 'uses';
  return last?.bouncedAt ? 'bounced' : 'waits';
}

async function Status({ link }: { link: ListedLink }) {
  const t = await getTranslations('console.contact.helpers.status');
  const status = statusOf(link);
  return <Chip tone={tones[status]}>{t(status)}</Chip>;
}

async function Facts({ link }: { link: ListedLink }) {
  const t = await getTranslations('console.contact.helpers');
  const { scope, openedAt, revokedAt, mails } = link;
  return (
    <p className="hint">
      {mailText(mails[0])}
      {openedAt && ` · ${t('opened', { at: openedAt })}`}
      {revokedAt && ` · ${t('takenBack', { at: revokedAt })}`}
    </p>
  );

  function mailText(last: LinkMail | undefined): string {
    if (!last) return t(scope === 'full' ? 'notMailedOwn' : 'notMailed');
    if (last.bouncedAt) return t('bounced', { detail: last.detail ?? '' });
    return last.sentAt ? t('sent', { at: last.sentAt }) : t('queued');
  }
}
