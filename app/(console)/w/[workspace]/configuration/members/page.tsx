import { getTranslations } from 'next-intl/server';
import { requireMember, type Visit } from '#console/_session.ts';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { Day, Moment } from '#console/_ui/moment.tsx';
import { EmptyNote } from '#console/_ui/notice.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { plainName } from '#console/_ui/visible-text.ts';
import { canMailInvitations, listInvitations, type OpenInvitation } from '#lib/accounts/invitations.ts';
import { listMembers, type Member } from '#lib/accounts/members.ts';
import { isSecondFactorRequired } from '#lib/accounts/second-factor.ts';
import type { Context } from '#lib/context.ts';
import { remove, requireTwoSteps, revoke, stopRequiringTwoSteps } from './actions.ts';
import { InviteButton } from './invite-button.tsx';
import { RoleSelect } from './role-select.tsx';

export const generateMetadata = titled('account.members.title');

export default async function Members({ params }: { params: Promise<{ workspace: string }> }) {
  const visit = await requireMember((await params).workspace, 'members:read');
  const { ctx, role } = visit;
  const t = await getTranslations('console.account.members');
  const members = await listMembers(ctx);
  const isOwner = role === 'owner';
  const invitations = isOwner ? await listInvitations(ctx) : [];
  return (
    <ClientTexts areas={['account']}>
      <PageHeader
        title={t('title')}
        lead={isOwner ? t('lead') : `${t('lead')} ${t('onlyOwners')}`}
        actions={isOwner && <InviteButton workspace={ctx.workspace.slug} canMail={canMailInvitations()} />}
      />
      <MemberTable visit={visit} members={members} />
      {isOwner && <InvitationTable workspace={ctx.workspace.slug} invitations={invitations} />}
      {isOwner && <RequiredSecondFactor of={ctx} />}
    </ClientTexts>
  );
}

interface InvitationTableProps {
  workspace: string;
  invitations: OpenInvitation[];
}

/** Open invitations, named by their notes. The links cannot be shown again. */
async function InvitationTable({ workspace, invitations }: InvitationTableProps) {
  const t = await getTranslations('console.account.members');
  return (
    <section className="sheet" aria-labelledby="invitations">
      <h2 id="invitations" className="sheet-heading">
        {t('invitationsTitle')}
      </h2>
      <DataTable
        rows={invitations}
        empty={<EmptyNote icon="people">{t('invitationsNone')}</EmptyNote>}
        columns={[
          {
            head: t('for'),
            kind: 'title',
            cell: ({ note }) => (
              <strong>
                <bdi>{note || t('unnamed')}</bdi>
              </strong>
            ),
          },
          { head: t('role'), cell: ({ role }) => t(`roles.${role}`) },
          { head: t('invitedBy'), cell: ({ invitedBy }) => <bdi>{invitedBy ?? '-'}</bdi> },
          { head: t('expires'), cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
          {
            head: t('actions'),
            kind: 'actions',
            cell: ({ id, ...invitation }) => {
              const note = plainName(invitation.note) || t('unnamed');
              return (
                <ConfirmButton
                  label={t('revoke')}
                  fullLabel={t('revokeLabel', { note })}
                  title={t('revokeTitle')}
                  action={revoke.bind(null, workspace, { id })}
                  done={t('revoked')}
                >
                  {t('revokeText', { note })}
                </ConfirmButton>
              );
            },
          },
        ]}
      />
    </section>
  );
}

async function MemberTable({ visit, members }: { visit: Visit; members: Member[] }) {
  const t = await getTranslations('console.account.members');
  const { slug } = visit.ctx.workspace;
  const workspace = plainName(visit.ctx.workspace.name);
  const isOwner = visit.role === 'owner';
  const isMe = (userId: string) => userId === visit.user.id;
  return (
    <div className="sheet">
      <DataTable
        rows={members.map((member) => ({ id: member.userId, plain: plainName(member.name), ...member }))}
        columns={[
          {
            head: t('name'),
            kind: 'title',
            cell: ({ id, name }) => (
              <>
                <strong>
                  <bdi>{name}</bdi>
                </strong>{' '}
                {isMe(id) && <span className="hint">({t('you')})</span>}
              </>
            ),
          },
          { head: t('email'), cell: ({ email }) => email },
          {
            head: t('role'),
            cell: ({ userId, plain, role }) =>
              isOwner ? (
                <RoleSelect workspace={slug} member={{ userId, name: plain, role }} />
              ) : (
                t(`roles.${role}`)
              ),
          },
          ...(isOwner
            ? [
                {
                  head: t('secondFactor'),
                  cell: ({ hasSecondFactor }: Member) =>
                    t(hasSecondFactor ? 'secondFactorOn' : 'secondFactorOff'),
                },
              ]
            : []),
          { head: t('since'), cell: ({ since }) => <Day at={since} /> },
          {
            head: t('actions'),
            kind: 'actions',
            cell: ({ userId, plain: name, email }) => {
              const action = remove.bind(null, slug, { userId });
              if (isMe(userId)) {
                return (
                  <ConfirmButton label={t('leave')} title={t('leaveTitle', { workspace })} action={action}>
                    {t('leaveText')}
                  </ConfirmButton>
                );
              }
              if (!isOwner) return null;
              return (
                <ConfirmButton
                  label={t('remove')}
                  fullLabel={t('removeLabel', { name })}
                  title={t('removeTitle', { name })}
                  action={action}
                  done={t('removed', { name })}
                >
                  {t('removeText', { email, workspace })}
                </ConfirmButton>
              );
            },
          },
        ]}
      />
    </div>
  );
}

async function RequiredSecondFactor({ of: ctx }: { of: Context }) {
  const t = await getTranslations('console.account.members.twoSteps');
  const { slug } = ctx.workspace;
  return (
    <section className="sheet sheet-text" aria-labelledby="two-steps">
      <h2 id="two-steps">{t('title')}</h2>
      {(await isSecondFactorRequired(ctx)) ? (
        <>
          <p>{t('on')}</p>
          <div className="buttons">
            <ConfirmButton
              label={t('stop')}
              title={t('stopTitle')}
              action={stopRequiringTwoSteps.bind(null, slug, {})}
              done={t('stopped')}
              variant="outline"
            >
              {t('stopText')}
            </ConfirmButton>
          </div>
        </>
      ) : (
        <>
          <p>{t('off')}</p>
          <div className="buttons">
            <ConfirmButton
              label={t('require')}
              title={t('requireTitle')}
              action={requireTwoSteps.bind(null, slug, {})}
              done={t('required')}
              variant="outline"
              color="petrol"
            >
              {t('requireText')}
            </ConfirmButton>
          </div>
        </>
      )}
    </section>
  );
}
