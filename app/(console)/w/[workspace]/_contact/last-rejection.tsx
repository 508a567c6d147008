import { Alert } from '@mantine/core';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { AuthorityLine } from '#console/_ui/authority-line.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { ReasonCode } from '#console/_ui/notice.tsx';
import type { RegistrationDetails } from '#lib/registrations/details.ts';

interface LastRejectionProps {
  registration: RegistrationDetails['registration'];
  /** The acts that help. */
  children?: ReactNode;
}

/** The last rejection of an upload or login, unless the registration is completed or revoked. */
export async function LastRejection({ registration, children }: LastRejectionProps) {
  const t = await getTranslations('console.entry');
  const shell = await getTranslations('console.entry.registration');
  const { lastRejection, state, proof, environment } = registration;
  if (!lastRejection || state === 'completed' || state === 'revoked') return null;
  const { reason, at } = lastRejection;
  return (
    <>
      {reason === 'authority-unavailable' && <AuthorityLine environment={environment} when="not-answering" />}
      <Alert color="red" icon={<Icon name="note" />} title={shell('rejection.title', { at })}>
        {t(`rejections.${reason}`)} <ReasonCode of={reason} />
        {proof.nextAttemptAt && <p>{shell('rejection.again', { at: proof.nextAttemptAt })}</p>}
        {proof.givenUpAt && <p>{shell('rejection.givenUp')}</p>}
        {children}
      </Alert>
    </>
  );
}
