'use client';

import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';

/** The link for a camera: of somebody who stands here, or on the other side of a video call. */
export function QrButton({ children }: { children: ReactNode }) {
  const t = useTranslations('console.contact.link');
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={open}>
        {t('qr')}
      </Button>
      <Modal opened={opened} onClose={close} title={t('qrTitle')} size="sm">
        {children}
        <p className="hint">{t('qrHint')}</p>
      </Modal>
    </>
  );
}
