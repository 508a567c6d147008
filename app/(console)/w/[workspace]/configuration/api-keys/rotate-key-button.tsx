'use client';

import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { OverlapField, suggestedOverlap } from '#console/_ui/overlap-field.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { rotateKey } from './actions.ts';
import { MadeKey } from './made-key.tsx';

interface RotateKeyButtonProps {
  workspace: string;
  baseUrl: string;
  id: string;
  name: string;
  /** `nothing`: it can not be rotated, or not again. The dialog stays: the key's row changes while its token is shown. */
  offer: 'rotation' | 'nothing';
}

/** Asks how long the key before goes on, then shows the token of the one in its place, the only time. */
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
