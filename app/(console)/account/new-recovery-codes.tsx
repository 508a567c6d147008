'use client';

import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormDialog } from '../_ui/form-dialog.tsx';
import { useConsoleAction } from '../_ui/use-action.ts';
import { renewRecoveryCodes } from './actions.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Makes others in place of those there are, and shows them, the only time. */
export function NewRecoveryCodes() {
  const t = useTranslations('console.account.twoSteps');
  const router = useRouter();
  const [opened, { open, close }] = useDisclosure();
  const [codes, setCodes] = useState<string[]>();
  const { run, pending, failure, reset } = useConsoleAction(renewRecoveryCodes);
  const begin = () => {
    reset();
    open();
  };
  const finish = () => {
    close();
    setCodes(undefined);
    router.refresh();
  };
  return (
    <>
      <Button variant="default" onClick={begin}>
        {t('newCodes')}
      </Button>
      <FormDialog
        opened={opened}
        onClose={codes ? undefined : close}
        title={codes ? t('codesTitle') : t('newCodesTitle')}
        onSubmit={() => run({}, (made) => setCodes(made.codes))}
        submit={t('newCodes')}
        pending={pending}
        failure={failure}
        result={codes && <RecoveryCodes codes={codes} onSaved={finish} />}
      >
        <Text size="sm">{t('newCodesText')}</Text>
      </FormDialog>
    </>
  );
}
