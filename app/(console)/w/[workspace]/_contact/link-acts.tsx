import { getTranslations } from 'next-intl/server';
import { ConfirmButton } from '#console/_ui/buttons.tsx';
import { Permitted } from '#console/_ui/permitted.tsx';
import { plainName } from '#console/_ui/visible-text.ts';
import type { EntryLink } from '#lib/registrations/entry-link.ts';
import type { Registration } from '#lib/registrations/registration.ts';
import { replace, revoke } from './actions.ts';
import { ExtendLink } from './extend-link.tsx';

interface LinkActsProps {
  workspace: string;
  registration: Registration;
  link: EntryLink;
}

/** More time, another in its place, or none. */
export async function LinkActs({ workspace, registration: { entryId: id, supplier }, link }: LinkActsProps) {
  const t = await getTranslations('console.contact.link');
  const name = plainName(supplier.name);
  const { url, expiresAt } = link;
  return (
    <div className="contact-acts contact-quiet">
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
