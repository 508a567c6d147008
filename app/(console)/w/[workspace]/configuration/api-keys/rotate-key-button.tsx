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
import { rotateKey } from './actions.ts';

interface RotateKeyButtonProps {
  workspace: string;
  baseUrl: string;
  id: string;
  name: string;
  /**
   * `nothing`: the key cannot be rotated, or was rotated already. The component stays mounted then, because
   * the key's row changes while its dialog shows the new token.
   */
  offer: 'rotation' | 'nothing';
}

/** Asks how long the old key stays valid, then shows the new token once. */
export function RotateKeyButton({ workspace, baseUrl, id, name, offer }: RotateKeyButtonProps) {
  const t = useTranslations('console.configuration.apiKeys');
  const [opened, { open, close }] = useDisclosure();
  const [hours, setHours] = useState(suggestedOverlap);
  const [token, setToken] = useState<string>();
  const { run, pending, failure, reset } = useConsoleAction(rotateKey.bind(null, workspace));
  const begin = () => {
    reset();
    open();
  };
  const finish = () => {
    close();
    setToken(undefined);
  };
  const make = () => run({ id, overlapHours: Number(hours) }, (made) => setToken(made.token));
  return (
    <>
      {offer === 'rotation' && (
        <Button variant="subtle" size="sm" aria-label={t('rotateLabel', { name })} onClick={begin}>
          {t('rotate')}
        </Button>
      )}
      <FormDialog
        opened={opened}
        onClose={token ? undefined : close}
        title={token ? t('madeTitle', { name }) : t('rotateTitle', { name })}
        size="lg"
        onSubmit={make}
        submit={t('rotate')}
        pending={pending}
        failure={failure}
        result={token && <MadeKey token={token} baseUrl={baseUrl} onDone={finish} />}
      >
        <OverlapField
          label={t('overlap')}
          description={t('overlapHint')}
          labelOf={(overlap) => t(`overlaps.${overlap}`)}
          value={hours}
          onChange={setHours}
        />
      </FormDialog>
    </>
  );
}

interface MadeKeyProps {
  token: string;
  baseUrl: string;
  onDone: () => void;
}

/** The new key's token, and a call that tests it. */
export function MadeKey({ token, baseUrl, onDone }: MadeKeyProps) {
  const t = useTranslations('console.configuration.apiKeys');
  const call = `curl ${baseUrl}/utils/v1/ping -H 'Authorization: Bearer ${token}'`;
  return (
    <Stack>
      <Notice tone="wait" title={t('onceTitle')}>
        {t('onceText')}
      </Notice>
      <CopyValue value={token} label={t('token')} />
      <Text size="sm">
        {t.rich('tryText', { answer: '{"ping":"pong"}', code: (chunks) => <code>{chunks}</code> })}
      </Text>
      <CopyValue value={call} label={t('call')} />
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('saved')}</Button>
      </Group>
    </Stack>
  );
}
