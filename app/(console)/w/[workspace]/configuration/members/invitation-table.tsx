import { getTranslations } from 'next-intl/server';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
import { EmptyNote } from '#console/_ui/empty-note.tsx';
import { Moment } from '#console/_ui/moment.tsx';
import { plainName } from '#console/_ui/visible-text.ts';
import type { OpenInvitation } from '#lib/accounts/invitations.ts';
import { revoke } from './actions.ts';

interface InvitationTableProps {
  workspace: string;
  invitations: OpenInvitation[];
}

/** The links that still work, by whom they are for: the links themselves nobody can see again. */
export async function InvitationTable({ workspace, invitations }: InvitationTableProps) {
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
