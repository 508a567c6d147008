import { getTranslations } from 'next-intl/server';
import { ConfirmButton } from '#console/_ui/confirm-button.tsx';
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
      {invitations.length === 0 ? (
        <EmptyNote icon="people">{t('invitationsNone')}</EmptyNote>
      ) : (
        <table className="rows">
          <thead>
            <tr>
              <th scope="col">{t('for')}</th>
              <th scope="col">{t('role')}</th>
              <th scope="col">{t('invitedBy')}</th>
              <th scope="col">{t('expires')}</th>
              <th scope="col" className="acts">
                {t('actions')}
              </th>
            </tr>
          </thead>
          <tbody>
            {invitations.map(({ id, note, role, invitedBy, expiresAt }) => {
              const whom = plainName(note) || t('unnamed');
              return (
                <tr key={id}>
                  <td>
                    <strong>
                      <bdi>{note || t('unnamed')}</bdi>
                    </strong>
                  </td>
                  <td data-label={t('role')}>{t(`roles.${role}`)}</td>
                  <td data-label={t('invitedBy')}>
                    <bdi>{invitedBy ?? '-'}</bdi>
                  </td>
                  <td data-label={t('expires')}>
                    <Moment at={expiresAt} />
                  </td>
                  <td className="acts">
                    <ConfirmButton
                      label={t('revoke')}
                      fullLabel={t('revokeLabel', { note: whom })}
                      title={t('revokeTitle')}
                      action={revoke.bind(null, workspace, { id })}
                      done={t('revoked')}
                    >
                      {t('revokeText', { note: whom })}
                    </ConfirmButton>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}
