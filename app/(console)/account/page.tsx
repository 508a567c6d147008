import './account.css';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { BackLink, PageHeader, titled } from '#console/_ui/page-header.tsx';
import { plainName } from '#console/_ui/visible-text.ts';
import { findIdentity, providerName } from '#lib/accounts/oidc.ts';
import { listPasskeys, passkeyDomain } from '#lib/accounts/passkeys.ts';
import { findSecondFactor } from '#lib/accounts/second-factor.ts';
import { listSessions, type SessionSummary } from '#lib/accounts/sessions.ts';
import { lastWorkspace, membershipsOf, requireSession } from '../_session.ts';
import { PlainFrame } from '../_shell/plain-frame.tsx';
import { ActButton, ConfirmButton } from '../_ui/buttons.tsx';
import { ClientTexts } from '../_ui/client-texts.tsx';
import { DataTable } from '../_ui/data-table.tsx';
import { Moment } from '../_ui/moment.tsx';
import { Notice } from '../_ui/notice.tsx';
import { noticeOf } from '../login/oidc/_notice.ts';
import { dropPasskey, endOneSession, endTwoSteps, signOutEverywhere, unlink } from './actions.ts';
import { AddPasskey } from './add-passkey.tsx';
import { deviceNames } from './device-names.ts';
import { LinkIdentity } from './link-identity.tsx';
import { PasswordForm } from './password-form.tsx';
import { NewRecoveryCodes } from './recovery-codes.tsx';
import { TwoStepsSetup } from './two-steps-setup.tsx';

export const generateMetadata = titled('account.account.title');

interface AccountProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function Account({ searchParams }: AccountProps) {
  const { id, user } = await requireSession();
  const { sessions: shown, notice } = await searchParams;
  const t = await getTranslations('console.account.account');
  const sessions = await listSessions(user.id);
  const workspace = await lastWorkspace(user.id);
  const memberships = await membershipsOf(user.id);
  const requiring = memberships.find((membership) => membership.lacksSecondFactor)?.workspace;
  const provider = providerName();
  const beyondThePassword = (
    <>
      {passkeyDomain() && <PasskeySection of={user.id} />}
      <SecondFactorSection of={user.id} />
    </>
  );
  const back = workspace && (
    <BackLink href="/console">{t('back', { workspace: plainName(workspace.name) })}</BackLink>
  );
  return (
    <PlainFrame back={back} user={user}>
      <ClientTexts areas={['account']}>
        <PageHeader title={t('title')} lead={t('who', { name: plainName(user.name), email: user.email })} />
        {memberships.map(
          ({ workspace: { id, name, move } }) =>
            move?.to && (
              <Notice key={id} tone="wait" title={t('moved.title', { workspace: plainName(name) })}>
                {t.rich('moved.text', { to: move.to, link: (text) => <a href={move.to}>{text}</a> })}
              </Notice>
            ),
        )}
        {requiring && (
          <Notice tone="wait" title={t('asked.title')}>
            {t('asked.text', { workspace: plainName(requiring.name) })}
          </Notice>
        )}
        {requiring && beyondThePassword}
        <section className="sheet sheet-text" aria-labelledby="password">
          <h2 id="password">{t('passwordTitle')}</h2>
          <PasswordForm email={user.email} />
        </section>
        {!requiring && beyondThePassword}
        {provider && <IdentitySection of={user.id} provider={provider} said={await noticeOf(notice)} />}
        <SessionTable sessions={sessions} current={id} shown={shown === 'all' ? 'all' : 'newest'} />
      </ClientTexts>
    </PlainFrame>
  );
}

interface IdentitySectionProps {
  of: string;
  provider: string;
  /** Error of the last attempt. */
  said: string | undefined;
}

/** Links the account to the OpenID provider, or unlinks it. */
async function IdentitySection({ of, provider, said }: IdentitySectionProps) {
  const t = await getTranslations('console.account.identity');
  const linked = await findIdentity(of);
  return (
    <section className="sheet sheet-text" aria-labelledby="oidc">
      <h2 id="oidc">{t('title', { provider })}</h2>
      {said && (
        <Notice tone="wait" title={t('notLinked')}>
          {said}
        </Notice>
      )}
      {linked ? (
        <>
          <p>{t.rich('on', { provider, since: () => <Moment at={linked.since} /> })}</p>
          <div className="buttons">
            <ConfirmButton
              label={t('unlink')}
              title={t('unlinkTitle', { provider })}
              action={unlink.bind(null, {})}
              done={t('unlinked')}
              variant="outline"
            >
              {t('unlinkText', { provider })}
            </ConfirmButton>
          </div>
        </>
      ) : (
        <>
          <p>{t('off', { provider })}</p>
          <LinkIdentity />
        </>
      )}
    </section>
  );
}

async function PasskeySection({ of }: { of: string }) {
  const t = await getTranslations('console.account.passkeys');
  const deviceName = await deviceNames();
  const [factor, passkeys] = [await findSecondFactor(of), await listPasskeys(of)];
  const isLast = factor?.passkeys === 1 && !factor.authenticatorSince;
  return (
    <section className="sheet" aria-labelledby="passkeys">
      <div className="sheet-text">
        <h2 id="passkeys">{t('title')}</h2>
        <p>{t('lead')}</p>
        {!factor && <p>{t('first')}</p>}
      </div>
      {passkeys.length > 0 && (
        <DataTable
          rows={passkeys}
          columns={[
            {
              head: t('device'),
              kind: 'title',
              cell: ({ userAgent }) => <strong>{deviceName(userAgent)}</strong>,
            },
            { head: t('since'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
            {
              head: t('lastUsed'),
              cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : t('never')),
            },
            {
              head: t('actions'),
              kind: 'actions',
              cell: ({ id, userAgent }) => (
                <ConfirmButton
                  label={t('remove')}
                  fullLabel={t('removeLabel', { device: deviceName(userAgent) })}
                  title={t('removeTitle')}
                  action={dropPasskey.bind(null, { id })}
                  done={t('removed')}
                >
                  {t(isLast ? 'removeTextLast' : 'removeText')}
                </ConfirmButton>
              ),
            },
          ]}
        />
      )}
      <div className="sheet-text">
        <AddPasskey />
      </div>
    </section>
  );
}

/** Below this number, the page suggests new recovery codes. */
const few = 3;

/** Second factor by authenticator app, and recovery codes. */
async function SecondFactorSection({ of }: { of: string }) {
  const t = await getTranslations('console.account.twoSteps');
  const factor = await findSecondFactor(of);
  const since = factor?.authenticatorSince;
  const isLast = factor?.passkeys === 0;
  return (
    <section className="sheet sheet-text" aria-labelledby="two-steps">
      <h2 id="two-steps">{t('title')}</h2>
      {!factor && <p>{t('off')}</p>}
      {factor && (
        <>
          <p>
            {since && factor.passkeys > 0 && t('onWithPasskeys')}
            {since && factor.passkeys === 0 && t.rich('on', { since: () => <Moment at={since} /> })}
            {!since && t('onByPasskeys')}
          </p>
          {factor.recoveryCodesLeft < few ? (
            <Notice tone="wait" title={t('left', { count: factor.recoveryCodesLeft })}>
              {t('leftFew')}
            </Notice>
          ) : (
            <p className="hint">{t('left', { count: factor.recoveryCodesLeft })}</p>
          )}
        </>
      )}
      <div className="buttons">
        {factor && <NewRecoveryCodes />}
        {factor && since ? (
          <ConfirmButton
            label={t(isLast ? 'remove' : 'removeApp')}
            title={t(isLast ? 'removeTitle' : 'removeAppTitle')}
            action={endTwoSteps.bind(null, {})}
            done={t(isLast ? 'removed' : 'removedApp')}
            variant="outline"
          >
            {t(isLast ? 'removeText' : 'removeTextPasskeys')}
          </ConfirmButton>
        ) : (
          <TwoStepsSetup label={factor ? t('addApp') : t('activate')} />
        )}
      </div>
    </section>
  );
}

const newest = 20;

interface SessionTableProps {
  /** By last use, the latest first. */
  sessions: SessionSummary[];
  /** Id of the current session, which is listed first. */
  current: string;
  shown: 'newest' | 'all';
}

/** The user's sessions, with buttons to end one or all. */
async function SessionTable({ sessions, current, shown }: SessionTableProps) {
  const t = await getTranslations('console.account.account');
  const deviceName = await deviceNames();
  const own = sessions.filter(({ id }) => id === current);
  const inOrder = [...own, ...sessions.filter(({ id }) => id !== current)];
  const listed = shown === 'all' ? inOrder : inOrder.slice(0, newest);
  return (
    <section className="sheet" aria-labelledby="sessions">
      <div className="sheet-text">
        <h2 id="sessions">{t('sessionsTitle')}</h2>
        <p className="hint">{t('sessionsText')}</p>
      </div>
      <DataTable
        rows={listed}
        columns={[
          {
            head: t('device'),
            kind: 'title',
            cell: ({ userAgent }) => <strong>{deviceName(userAgent)}</strong>,
          },
          { head: t('address'), cell: ({ address }) => address ?? '-' },
          { head: t('started'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
          { head: t('lastUsed'), cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
          {
            head: t('actions'),
            kind: 'actions',
            cell: ({ id, userAgent }) =>
              id === current ? (
                <span className="hint">{t('thisSession')}</span>
              ) : (
                <ActButton
                  variant="subtle"
                  color="red"
                  label={t('endSession')}
                  fullLabel={t('endSessionLabel', { device: deviceName(userAgent) })}
                  action={endOneSession.bind(null, { id })}
                />
              ),
          },
        ]}
      />
      <div className="sheet-text">
        {listed.length < sessions.length && (
          <Link href="/account?sessions=all">{t('allSessions', { count: sessions.length })}</Link>
        )}
        <div>
          <ConfirmButton
            label={t('endAll')}
            title={t('endAllTitle')}
            action={signOutEverywhere.bind(null, {})}
            variant="outline"
          >
            {t('endAllText')}
          </ConfirmButton>
        </div>
      </div>
    </section>
  );
}
