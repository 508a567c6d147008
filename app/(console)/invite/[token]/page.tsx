import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { loginPath } from '#console/_request.ts';
import { currentSession, membershipsOf } from '#console/_session.ts';
import { EnvironmentBadge } from '#console/_shell/environment-badge.tsx';
import { homePath } from '#console/_shell/navigation.ts';
import { PlainFrame } from '#console/_shell/plain-frame.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { plainName } from '#console/_ui/visible-text.ts';
import { findInvitation } from '#lib/accounts/invitations.ts';
import { JoinForm, SignUpForm } from './join-form.tsx';

interface InviteProps {
  params: Promise<{ token: string }>;
}

export async function generateMetadata({ params }: InviteProps): Promise<Metadata> {
  const t = await getTranslations('console.account.invite');
  const invitation = await findInvitation((await params).token);
  return {
    title: invitation ? t('title', { workspace: plainName(invitation.workspace.name) }) : t('goneTitle'),
  };
}

/** Opening the link does not use it up, because mail scanners open links too. */
export default async function Invite({ params }: InviteProps) {
  const { token } = await params;
  const t = await getTranslations('console.account.invite');
  const invitation = await findInvitation(token);
  if (!invitation) {
    return (
      <PlainFrame>
        <div className="card">
          <h1>{t('goneTitle')}</h1>
          <p>{t('goneText')}</p>
        </div>
      </PlainFrame>
    );
  }
  const { workspace, role, invitedBy } = invitation;
  const named = plainName(workspace.name);
  const session = await currentSession();
  const mine = session ? await membershipsOf(session.user.id) : [];
  const isMember = mine.some((membership) => membership.workspace.id === workspace.id);
  const login = (chunks: React.ReactNode) => <a href={loginPath(`/invite/${token}`)}>{chunks}</a>;
  return (
    <PlainFrame>
      <div className="card">
        <h1>
          {t('title', { workspace: named })} <EnvironmentBadge of={workspace.environment} />
        </h1>
        <p>
          {t('lead', {
            inviter: invitedBy ? plainName(invitedBy) : 'none',
            environment: workspace.environment,
            role,
          })}
        </p>
        <ClientTexts areas={['account']}>
          {isMember && (
            <>
              <p>{t('member', { workspace: named })}</p>
              <a href={homePath(workspace.slug)}>{t('open', { workspace: named })}</a>
            </>
          )}
          {session && !isMember && <JoinForm token={token} workspace={named} email={session.user.email} />}
          {!session && (
            <>
              <SignUpForm token={token} />
              <p className="hint">{t.rich('haveAccount', { link: login })}</p>
            </>
          )}
        </ClientTexts>
      </div>
    </PlainFrame>
  );
}
