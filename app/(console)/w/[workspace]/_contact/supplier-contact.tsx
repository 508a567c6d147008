import { Alert, Button } from '@mantine/core';
import Link from 'next/link';
import { getFormatter, getTranslations } from 'next-intl/server';
import { workspacePath } from '#console/_shell/navigation.ts';
import { ConfirmButton, LinkButton } from '#console/_ui/buttons.tsx';
import { Chip, type Tone } from '#console/_ui/chip.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { CopyUnseen, CopyValue } from '#console/_ui/copy.tsx';
import { FactList } from '#console/_ui/fact-list.tsx';
import { Permitted } from '#console/_ui/failure.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { Day } from '#console/_ui/moment.tsx';
import { plainName } from '#console/_ui/visible-text.ts';
import { findConnectedSettings } from '#lib/accounts/apps.ts';
import type { Context } from '#lib/context.ts';
import { createTexts } from '#lib/i18n.ts';
import { drawQr } from '#lib/qr-code.ts';
import type { RegistrationDetails } from '#lib/registrations/details.ts';
import type { EntryLink } from '#lib/registrations/link.ts';
import type { LinkMail, ListedLink } from '#lib/registrations/link-list.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { mailsToSupplier, reminderAddress } from '#lib/registrations/reminder-address.ts';
import { reminderDaysOf } from '#lib/registrations/reminder-schedule.ts';
import type { RegistrationState } from '#lib/registrations/state.ts';
import { isPermitted } from '#lib/roles.ts';
import { replace, revoke, takeBackLink } from './actions.ts';
import { ExtendLink, MailLink, QrButton, SendReminder } from './mail-link.tsx';

interface SupplierContactProps {
  ctx: Context;
  details: RegistrationDetails;
  className?: string;
}

/** Contact with a supplier: the link and ways to send it, the person, reminders, and helpers. */
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

interface LinkActsProps {
  workspace: string;
  registration: Registration;
  link: EntryLink;
}

/** Buttons that extend, renew or revoke the link. */
async function LinkActs({ workspace, registration: { entryId: id, supplier }, link }: LinkActsProps) {
  const t = await getTranslations('console.contact.link');
  const name = plainName(supplier.name);
  const { url, expiresAt } = link;
  return (
    <div className="buttons contact-quiet">
      {url && (
        <Permitted to="links:extend">
          <ExtendLink workspace={workspace} id={id} expiresAt={expiresAt} />
        </Permitted>
      )}
      <ConfirmButton
        needs="registrations:write"
        label={t('replace')}
        title={t('replaceTitle')}
        action={replace.bind(null, workspace, { id })}
        done={t('replaced')}
        color="petrol"
        variant={url ? 'subtle' : 'default'}
      >
        {t(url ? 'replaceText' : 'replaceRevokedText', { name })}
      </ConfirmButton>
      {url && (
        <ConfirmButton
          needs="registrations:write"
          label={t('revoke')}
          title={t('revokeTitle')}
          action={revoke.bind(null, workspace, { id })}
          done={t('revoked')}
        >
          {t('revokeText', { name })}
        </ConfirmButton>
      )}
    </div>
  );
}

interface LinkNoticeProps {
  state: RegistrationState;
  link: EntryLink | undefined;
}

/** Warns that the link no longer works, or that the supplier has asked for a new one. */
async function LinkNotice({ state, link }: LinkNoticeProps) {
  const t = await getTranslations('console.contact.notice');
  if (!link || state === 'completed' || state === 'revoked') return null;
  const key = noticeOf(link, state);
  if (!key) return null;
  return (
    <Alert color="yellow" icon={<Icon name="note" />} title={t(`${key}.title`)}>
      {t(`${key}.text`, { at: link.renewalRequestedAt ?? link.revokedAt ?? link.expiresAt })}
    </Alert>
  );
}

function noticeOf({ revokedAt, renewalRequestedAt }: EntryLink, state: RegistrationState) {
  if (revokedAt) return 'revoked';
  if (renewalRequestedAt) return 'requested';
  return state === 'expired' ? 'expired' : undefined;
}

interface LinkPeopleProps {
  workspace: string;
  entryId: string;
  links: ListedLink[];
}

/** Holders of the links, whether each link was mailed and used, and a button that revokes a helper's link. */
async function LinkPeople({ workspace, entryId, links }: LinkPeopleProps) {
  const t = await getTranslations('console.contact.helpers');
  const helpers = links.filter(({ scope }) => scope === 'arca-steps-only');
  const suppliersLink = links.findLast(
    ({ scope, intent, revokedAt }) => scope === 'full' && !intent && !revokedAt,
  );
  const mailed = suppliersLink && suppliersLink.mails.length > 0 ? [suppliersLink] : [];
  const shown = helpers.length > 0 ? [...(suppliersLink ? [suppliersLink] : []), ...helpers] : mailed;
  if (shown.length === 0) return null;
  return (
    <div>
      <h3 className="subheading">{t('title')}</h3>
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

/** The person who carries out the registration, as they described themselves in the wizard. */
async function PersonFacts({ registration }: { registration: Registration }) {
  const t = await getTranslations('console.contact.person');
  const { noticeEmail, documentEmail, supplier, namesAtAuthority, facts, link } = registration;
  const nameAtAuthority = namesAtAuthority[supplier.cuit];
  const isKnown = noticeEmail || facts.detailsConfirmedAt || link.voice;
  return (
    <div>
      <h3 className="subheading">{t('title')}</h3>
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
            nameAtAuthority
              ? [t('nameAtAuthority'), <bdi key="nameAtAuthority">{nameAtAuthority}</bdi>]
              : undefined,
            link.voice ? [t('voice'), t(`voices.${link.voice}`)] : undefined,
            link.locale ? [t('language'), t(`languages.${link.locale}`)] : undefined,
            facts.detailsConfirmedAt
              ? [t('confirmed'), <Day key="confirmed" at={facts.detailsConfirmedAt} />]
              : undefined,
          ]}
        />
      ) : (
        <p className="hint">{documentEmail ? t('unused', { email: documentEmail }) : t('unknown')}</p>
      )}
    </div>
  );
}

interface RemindersProps {
  ctx: Context;
  registration: Registration;
  links: ListedLink[];
}

/** The last reminder and its delivery, the automatic reminders, and a button to send one now. */
async function Reminders({ ctx, registration, links }: RemindersProps) {
  const t = await getTranslations('console.contact.reminders');
  const format = await getFormatter();
  const { slug, environment } = ctx.workspace;
  const address = reminderAddress({ ...registration, links });
  const last = mailsToSupplier(links).find(({ kind }) => kind === 'reminder');
  const days = reminderDaysOf((await findConnectedSettings(ctx, 'gov-ar')) ?? {}, environment);
  const isPossible = links.some(({ scope, intent, revokedAt }) => scope === 'full' && !intent && !revokedAt);
  return (
    <div>
      <h3 className="subheading">{t('title')}</h3>
      <p>
        {last ? t(`last.${outcomeOf(last)}`, { at: last.requestedAt, address: last.address }) : t('none')}
      </p>
      {last?.bouncedAt && <p className="hint">{last.detail}</p>}
      <p className="hint">
        {t.rich(days.length > 0 ? 'automatic' : 'off', {
          days: format.list(days.map(String)),
          link: (chunks) =>
            isPermitted(ctx, 'apps:write') ? (
              <Link href={workspacePath(slug, '/configuration/apps/gov-ar#reminders')}>{chunks}</Link>
            ) : null,
        })}
      </p>
      {registration.state !== 'expired' && isPossible ? (
        <div className="buttons">
          {address ? (
            <Permitted to="reminders:send">
              <SendReminder workspace={slug} id={registration.entryId} address={address} />
            </Permitted>
          ) : (
            <LinkButton
              needs="entries:write"
              variant="default"
              href={workspacePath(slug, `/entries/${registration.entryId}/edit`)}
            >
              {t('noAddress')}
            </LinkButton>
          )}
        </div>
      ) : (
        <p className="hint">{t('notPossible')}</p>
      )}
    </div>
  );
}

function outcomeOf({ sentAt, bouncedAt }: LinkMail): 'bounced' | 'sent' | 'queued' {
  if (bouncedAt) return 'bounced';
  return sentAt ? 'sent' : 'queued';
}

interface ShareLinkProps {
  workspace: string;
  registration: Registration;
  link: EntryLink & { url: string };
  address: string | undefined;
}

/** The link, its expiry, and the usual ways to send it. */
async function ShareLink({ workspace, registration, link, address }: ShareLinkProps) {
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
      <div className="buttons">
        <Button component="a" href={url} target="_blank" rel="noopener noreferrer" variant="default">
          {t('open')}
        </Button>
        {!isExpired && (
          <>
            {link.texts && <CopyUnseen value={link.texts.sms} label={t('copySms')} />}
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

/**
 * A WhatsApp address with a prepared text in Spanish, whatever the reader's language. WhatsApp asks for the
 * recipient.
 */
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
