import { Alert } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import { Icon } from '#console/_ui/icon.tsx';
import type { EntryLink } from '#lib/registrations/entry-link.ts';
import type { RegistrationState } from '#lib/registrations/registration.ts';

interface LinkNoticeProps {
  state: RegistrationState;
  link: EntryLink | undefined;
}

/** A link that the supplier can not get in by, or that it has asked for. */
export async function LinkNotice({ state, link }: LinkNoticeProps) {
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
