import { getTranslations } from 'next-intl/server';
import { requireMember } from '#console/_session.ts';
import { ClientTexts } from '#console/_ui/client-texts.tsx';
import { PageHeader, titled } from '#console/_ui/page-header.tsx';
import { listInvitations } from '#lib/accounts/invitations.ts';
import { listMembers } from '#lib/accounts/members.ts';
import { InvitationTable } from './invitation-table.tsx';
import { InviteButton } from './invite-button.tsx';
import { MemberTable } from './member-table.tsx';
import { RequiredSecondFactor } from './required-second-factor.tsx';

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
        actions={isOwner && <InviteButton workspace={ctx.workspace.slug} />}
      />
      <MemberTable visit={visit} members={members} />
      {isOwner && <InvitationTable workspace={ctx.workspace.slug} invitations={invitations} />}
      {isOwner && <RequiredSecondFactor of={ctx} />}
    </ClientTexts>
  );
}
