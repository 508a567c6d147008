'use client';

import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { QrDrawing } from '#lib/qr-code.ts';
import { CopyValue } from '../_ui/copy.tsx';
import { Failure } from '../_ui/failure.tsx';
import { FormDialog } from '../_ui/form-dialog.tsx';
import { LoginCodeField } from '../_ui/person-fields.tsx';
import { useConsoleAction } from '../_ui/use-action.ts';
import { beginTwoSteps, confirmTwoSteps } from './actions.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Shows the authenticator's secret, asks for a code, then shows the recovery codes. */
export function TwoStepsSetup({ label }: { label: string }) {
  const t = useTranslations('console.account.twoSteps');
  const router = useRouter();
  const [begun, setBegun] = useState<{ secret: string; qr: QrDrawing }>();
  const [codes, setCodes] = useState<string[]>();
  const form = useForm({ initialValues: { code: '' } });
  const beginning = useConsoleAction(beginTwoSteps);
  const confirming = useConsoleAction(confirmTwoSteps, form);
  const begin = () =>
    beginning.run({}, (made) => {
      form.reset();
      confirming.reset();
      setBegun(made);
    });
  const close = () => setBegun(undefined);
  const finish = () => {
    close();
    setCodes(undefined);
    router.refresh();
  };
  return (
    <>
      <Failure of={beginning.failure} />
      <Group>
        <Button variant="default" onClick={begin} loading={beginning.pending}>
          {label}
        </Button>
      </Group>
      {begun && (
        <FormDialog
          opened
          onClose={codes ? undefined : close}
          title={codes ? t('codesTitle') : t('setupTitle')}
          onSubmit={form.onSubmit((values) =>
            confirming.run(values, (made) => (made.codes ? setCodes(made.codes) : finish())),
          )}
          submit={t('confirm')}
          pending={confirming.pending}
          failure={form.errors.code ? undefined : confirming.failure}
          result={codes && <RecoveryCodes codes={codes} onSaved={finish} />}
        >
          <Text size="sm">{t('scan')}</Text>
          <Qr label={t('qrLabel')} {...begun.qr} />
          <Stack gap="xs">
            <Text size="sm">{t('byHand')}</Text>
            <CopyValue value={inGroups(begun.secret)} label={t('secret')} />
          </Stack>
          <LoginCodeField
            kind="app"
            label={t('code')}
            description={t('codeHint')}
            {...form.getInputProps('code')}
          />
        </FormDialog>
      )}
    </>
  );
}

/** The secret in groups of four, for typing; authenticators ignore the spaces. */
const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** Dark on white in both colour schemes, because cameras need it. */
function Qr({ label, size, path }: QrDrawing & { label: string }) {
  return (
    <svg className="two-steps-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  );
}
