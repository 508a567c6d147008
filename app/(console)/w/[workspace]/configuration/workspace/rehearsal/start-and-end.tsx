'use client';

import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'next-intl';
import { ActButton } from '#console/_ui/buttons.tsx';
import { Failure } from '#console/_ui/failure.tsx';
import { Notice } from '#console/_ui/notice.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import type { Environment } from '#lib/authority-environment.ts';
import { isValidCuit, normaliseCuit } from '#lib/documents/cuit.ts';
import { quoteLabels, start } from './actions.ts';

interface RehearsalStartProps {
  workspace: string;
  environment: Environment;
  isUnderWay: boolean;
  isFirst: boolean;
}

export function RehearsalStart({ workspace, environment, isUnderWay, isFirst }: RehearsalStartProps) {
  const t = useTranslations('console.rehearsal.start');
  const form = useForm({
    initialValues: { cuit: '' },
    validate: { cuit: (cuit) => !isValidCuit(normaliseCuit(cuit)) && t('wrong') },
  });
  const { run, pending, failure } = useConsoleAction(start.bind(null, workspace), form);
  return (
    <form className="settings" noValidate onSubmit={form.onSubmit((values) => run(values))}>
      <fieldset className="sheet sheet-text">
        <legend>{t(isFirst ? 'title' : 'again')}</legend>
        <div className="settings-fields">
          {isUnderWay && <p className="hint">{t('drops')}</p>}
          <TextInput
            label={t('cuit')}
            description={t(environment === 'sandbox' ? 'cuitSandbox' : 'cuitLive')}
            inputMode="numeric"
            maxLength={13}
            {...form.getInputProps('cuit')}
          />
          <Failure of={failure} />
          <div>
            <Button type="submit" variant={isFirst ? 'filled' : 'default'} loading={pending}>
              {t('button')}
            </Button>
          </div>
        </div>
      </fieldset>
    </form>
  );
}

interface RehearsalResultProps {
  workspace: string;
  id: string;
  different: number;
  differentLabels: number;
  file: { name: string; text: string };
}

/** The end of a rehearsal: its file, and what can be put right at once. */
export function RehearsalResult({ workspace, id, different, differentLabels, file }: RehearsalResultProps) {
  const t = useTranslations('console.rehearsal.done');
  return (
    <Notice tone={different === 0 ? 'good' : 'wait'} title={t('title')}>
      <p>{different === 0 ? t('none') : t('some', { count: different })}</p>
      {differentLabels > 0 && <p>{t('labelsText')}</p>}
      <div className="buttons">
        <Button
          component="a"
          href={`data:application/json;charset=utf-8,${encodeURIComponent(file.text)}`}
          download={file.name}
        >
          {t('download', { file: file.name })}
        </Button>
        {differentLabels > 0 && (
          <ActButton
            variant="default"
            label={t('useLabels')}
            done={t('labelsUsed')}
            action={() => quoteLabels(workspace, { id })}
          />
        )}
      </div>
    </Notice>
  );
}
