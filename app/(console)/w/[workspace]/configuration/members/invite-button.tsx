'use client';

import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Icon } from '#console/_ui/icon.tsx';

// Loaded when the dialog is first opened.
const InviteDialog = dynamic(() => import('./invite-dialog.tsx').then((module) => module.InviteDialog));

export function InviteButton({ workspace, canMail }: { workspace: string; canMail: boolean }) {
  const t = useTranslations('console.account.members');
  const [wasOpened, setWasOpened] = useState(false);
  const [opened, { open, close }] = useDisclosure(false, { onOpen: () => setWasOpened(true) });
  return (
    <>
      <Button onClick={open} leftSection={<Icon name="plus" size={18} />}>
        {t('invite')}
      </Button>
      {wasOpened && <InviteDialog workspace={workspace} canMail={canMail} opened={opened} onClose={close} />}
    </>
  );
}
