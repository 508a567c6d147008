'use client';

import { Button, Group, Modal, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePasskey } from '../_shell/use-passkey.ts';
import { Failure } from '../_ui/failure.tsx';
import { Icon } from '../_ui/icon.tsx';
import { useConsoleAction } from '../_ui/use-action.ts';
import { addPasskey, beginPasskey } from './actions.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Creates a passkey. If it is the first second factor, shows the recovery codes. */
export function AddPasskey() {
  const t = useTranslations('console.account');
  const router = useRouter();
  const { make } = usePasskey();
  const [codes, setCodes] = useState<string[]>();
  const { run, pending, failure } = useConsoleAction(async () => {
    const begun = await beginPasskey({});
    if (!begun.ok) return begun;
    const made = await make(begun.value);
    return made.ok ? addPasskey(made.value) : made;
  });
  const finish = () => {
    setCodes(undefined);
    router.refresh();
  };
  const add = () =>
    run(undefined, (added) => {
      if (added.codes) return setCodes(added.codes);
      notifications.show({ message: t('passkeys.added'), color: 'green' });
      router.refresh();
    });
  return (
    <>
      <Failure of={failure} />
      <Group>
        <Button onClick={add} loading={pending} leftSection={<Icon name="key" size={18} />}>
          {t('passkeys.add')}
        </Button>
      </Group>
      {codes && (
        <Modal
          opened
          onClose={() => {}}
          withCloseButton={false}
          closeOnEscape={false}
          closeOnClickOutside={false}
          title={t('twoSteps.codesTitle')}
        >
          <Text size="sm" mb="md">
            {t('passkeys.made')}
          </Text>
          <RecoveryCodes codes={codes} onSaved={finish} />
        </Modal>
      )}
    </>
  );
}
