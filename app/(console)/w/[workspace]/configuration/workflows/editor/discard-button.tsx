'use client';

import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslations } from 'next-intl';

interface DiscardButtonProps {
  label: string;
  title: string;
  text: string;
  onDiscard: () => void;
}

/** Throws away what was typed: asked for once more. */
export function DiscardButton({ label, title, text, onDiscard }: DiscardButtonProps) {
  const t = useTranslations('console.shell.actions');
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="subtle" color="red" onClick={open}>
        {label}
      </Button>
      <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ 'aria-label': t('close') }}>
        <Stack>
          <Text size="sm">{text}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              {t('cancel')}
            </Button>
            <Button
              color="red"
              onClick={() => {
                close();
                onDiscard();
              }}
            >
              {label}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
