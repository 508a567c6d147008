import { getTranslations } from 'next-intl/server';
import type { Visit } from '#console/_session.ts';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import { DataTable } from '#console/_ui/data-table.tsx';
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
