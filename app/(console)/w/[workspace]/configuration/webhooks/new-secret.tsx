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
import { add, rotate } from './secret-actions.ts';

interface NewSecretButtonProps {
  workspace: string;
  endpointId?: string | undefined;
  /** `create`: the first one; `add`: the others go on; `rotate`: the others end. */
  act: 'create' | 'add' | 'rotate';
}

/** Creates a secret and shows it once. */
export function NewSecretButton({ workspace, endpointId, act }: NewSecretButtonProps) {
  const t = useTranslations('console.configuration.webhooks.secrets');
  const [opened, { open, close }] = useDisclosure();
  const [hours, setHours] = useState(suggestedOverlap);
  const [secret, setSecret] = useState<string>();
  // Does not change while the dialog is open, although the page below may.
  const [asked, setAsked] = useState(act);
  const adding = useConsoleAction(add.bind(null, workspace));
  const rotating = useConsoleAction(rotate.bind(null, workspace));
  const { pending, failure } = asked === 'rotate' ? rotating : adding;
  const start = () => {
    setAsked(act);
    adding.reset();
    rotating.reset();
    open();
  };
  const finish = () => {
    close();
    setSecret(undefined);
  };
  const show = (made: { secret: string }) => setSecret(made.secret);
  const make = () =>
    asked === 'rotate'
      ? rotating.run({ overlapHours: Number(hours), endpointId }, show)
      : adding.run({ endpointId }, show);
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
        result={secret && <SecretOnce secret={secret} of="request" onSaved={finish} />}
      >
        <Text size="sm">{t(asked === 'add' && endpointId ? 'addTextOfEndpoint' : `${asked}Text`)}</Text>
        {asked === 'rotate' && (
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
  /** `endpoint`: created together with a new endpoint; `request`: created on request. */
  of: 'endpoint' | 'request';
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
