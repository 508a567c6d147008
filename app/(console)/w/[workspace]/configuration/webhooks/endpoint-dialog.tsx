'use client';

import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { Icon } from '#console/_ui/icon.tsx';
import { addEndpoint, editEndpoint } from './endpoint-actions.ts';
import { EndpointForm, type EndpointValues } from './endpoint-form.tsx';

export function NewEndpointButton({ workspace }: { workspace: string }) {
  const t = useTranslations('console.configuration.webhooks');
  const actions = useTranslations('console.shell.actions');
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button onClick={open} leftSection={<Icon name="plus" size={18} />}>
        {t('add')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t('addTitle')}
        closeButtonProps={{ 'aria-label': actions('close') }}
        size="lg"
      >
        <EndpointForm
          initial={{ url: '', description: '', events: [] }}
          action={addEndpoint.bind(null, workspace)}
          submit={t('add')}
          done={t('added')}
          onClose={close}
        />
      </Modal>
    </>
  );
}

interface EditEndpointButtonProps {
  workspace: string;
  endpoint: EndpointValues & { id: string };
}

export function EditEndpointButton({ workspace, endpoint: { id, ...values } }: EditEndpointButtonProps) {
  const t = useTranslations('console.configuration.webhooks');
  const actions = useTranslations('console.shell.actions');
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={open}
        aria-label={t('editLabel', { url: values.url })}
      >
        {t('edit')}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t('editTitle')}
        closeButtonProps={{ 'aria-label': actions('close') }}
        size="lg"
      >
        <EndpointForm
          initial={values}
          action={(changed) => editEndpoint(workspace, { id, ...changed })}
          submit={t('save')}
          done={t('saved')}
          onClose={close}
        />
      </Modal>
    </>
  );
}
