import { getTranslations } from 'next-intl/server';
import type { Visit } from '#console/_session.ts';
import { ConfirmButton } from '#console/_ui/confirm-button.tsx';
import { Day } from '#console/_ui/moment.tsx';
import { plainName } from '#console/_ui/visible-text.ts';
import type { Member } from '#lib/accounts/members.ts';
import { remove } from './actions.ts';
import { RoleSelect } from './role-select.tsx';

/** Who is in; for owners with what they can change, for everybody with the way out. */
export async function MemberTable({ visit, members }: { visit: Visit; members: Member[] }) {
  const t = await getTranslations('console.account.members');
  const { slug } = visit.ctx.workspace;
  const workspace = plainName(visit.ctx.workspace.name);
  const isOwner = visit.role === 'owner';
  return (
    <div className="sheet">
      <table className="rows">
        <thead>
          <tr>
            <th scope="col">{t('name')}</th>
            <th scope="col">{t('email')}</th>
            <th scope="col">{t('role')}</th>
            <th scope="col">{t('since')}</th>
            <th scope="col" className="acts">
              {t('actions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {members.map(({ userId, name, email, role, since }) => {
            const isMe = userId === visit.user.id;
            const said = plainName(name);
            return (
              <tr key={userId}>
                <td>
                  <strong>
                    <bdi>{name}</bdi>
                  </strong>{' '}
                  {isMe && <span className="hint">({t('you')})</span>}
                </td>
                <td data-label={t('email')}>{email}</td>
                <td data-label={t('role')}>
                  {isOwner ? (
                    <RoleSelect workspace={slug} member={{ userId, name: said, role }} />
                  ) : (
                    t(`roles.${role}`)
                  )}
                </td>
                <td data-label={t('since')}>
                  <Day at={since} />
                </td>
                <td className="acts">
                  {isMe && (
                    <ConfirmButton
                      label={t('leave')}
                      title={t('leaveTitle', { workspace })}
                      action={remove.bind(null, slug, { userId })}
                    >
                      {t('leaveText')}
                    </ConfirmButton>
                  )}
                  {isOwner && !isMe && (
                    <ConfirmButton
                      label={t('remove')}
                      fullLabel={t('removeLabel', { name: said })}
                      title={t('removeTitle', { name: said })}
                      action={remove.bind(null, slug, { userId })}
                      done={t('removed', { name: said })}
                    >
                      {t('removeText', { email, workspace })}
                    </ConfirmButton>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
