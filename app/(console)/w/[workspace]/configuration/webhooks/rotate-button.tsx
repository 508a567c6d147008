'use client';

import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CopyValue } from '#console/_ui/copy.tsx';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { Notice } from '#console/_ui/notice.tsx';
import { OverlapField, suggestedOverlap } from '#console/_ui/overlap-field.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { rotate } from './secret-actions.ts';

interface RotateButtonProps {
  workspace: string;
  endpointId?: string | undefined;
  /** `create`: there is no secret yet. */
  act: 'rotate' | 'create';
}

/** Creates the next secret and shows it once. */
export function RotateButton({ workspace, endpointId, act }: RotateButtonProps) {
  const t = useTranslations('console.configuration.webhooks.secrets');
  const [opened, { open, close }] = useDisclosure();
  const [hours, setHours] = useState(suggestedOverlap);
  const [secret, setSecret] = useState<string>();
  // Does not change while the dialog is open, although the page below may.
  const [asked, setAsked] = useState(act);
  const { run, pending, failure, reset } = useConsoleAction(rotate.bind(null, workspace));
  const start = () => {
    setAsked(act);
    reset();
    open();
  };
  const finish = () => {
    close();
    setSecret(undefined);
  };
  const make = () => run({ overlapHours: Number(hours), endpointId }, (made) => setSecret(made.secret));
  return (
    <>
      <Button variant="default" onClick={start}>
        {t(act)}
      </Button>
      <FormDialog
        opened={opened}
        onClose={secret ? undefined : close}
        title={secret ? t('madeTitle') : t(`${asked}Title`)}
        size="lg"
        onSubmit={make}
        submit={t(asked)}
        pending={pending}
        failure={failure}
        result={secret && <SecretOnce secret={secret} of="rotation" onSaved={finish} />}
      >
        {asked === 'create' ? (
          <Text size="sm">{t('createText')}</Text>
        ) : (
          <OverlapField
            label={t('overlap')}
            description={t('overlapHint')}
            labelOf={(overlap) => t(`overlaps.${overlap}`)}
            value={hours}
            onChange={setHours}
          />
        )}
      </FormDialog>
    </>
  );
}

interface SecretOnceProps {
  secret: string;
  /** `endpoint`: created together with a new endpoint; `rotation`: created on request. */
  of: 'endpoint' | 'rotation';
  onSaved: () => void;
}

export function SecretOnce({ secret, of, onSaved }: SecretOnceProps) {
  const t = useTranslations('console.configuration.webhooks.secrets');
  return (
    <Stack>
      <Notice tone="wait" title={t('onceTitle')}>
        {t(of === 'endpoint' ? 'onceTextOfEndpoint' : 'onceText')}
      </Notice>
      <CopyValue value={secret} label={t('secret')} />
      <Text size="sm">{t('useText')}</Text>
      <Group justify="flex-end">
        <Button onClick={onSaved}>{t('saved')}</Button>
      </Group>
    </Stack>
  );
}
