'use client';

import { Button, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslations } from 'next-intl';
import type { z } from 'zod';
import { CopyValue } from '#console/_ui/copy.tsx';
import { CodeBlock } from '#console/_ui/fact-list.tsx';
import { Failure } from '#console/_ui/failure.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import type { Environment } from '#lib/authority-environment.ts';
import type { RehearsalInput, RehearsalState } from '#lib/rehearsal/rehearsal.ts';
import { proceed } from './actions.ts';

interface StepFormProps {
  workspace: string;
  environment: Environment;
  id: string;
  state: RehearsalState;
  /** Texts of ARCA's portal. */
  portal: Record<string, string>;
  /** Address of the portal. */
  address: string;
  labels: Record<'certificate' | 'authorise', [name: string, text: string][]>;
  /** The sentence to type for a real invoice. */
  sentence: string;
}

const stepNumbers = { certificate: 1, authorise: 2, wait: 3, invoice: 4, qr: 5 } as const;

/** The current step of a rehearsal: what to do at ARCA's portal, and what the person brings back. */
export function RehearsalStepForm({
  workspace,
  environment,
  id,
  state,
  portal,
  address,
  labels,
  sentence,
}: StepFormProps) {
  const t = useTranslations('console.rehearsal');
  const { step } = state;
  const screens = step === 'certificate' || step === 'authorise' ? labels[step] : [];
  const form = useForm({
    initialValues: {
      certificate: '',
      request: '',
      order: '',
      minutes: 0 as number | string,
      confirmation: '',
      page: '',
      labels: Object.fromEntries(screens),
    },
  });
  const { run, pending, failure } = useConsoleAction(proceed.bind(null, workspace), form);
  if (step === 'done') return null;
  const { values } = form;
  const seen = {
    order: values.order,
    labels: Object.fromEntries(
      screens.flatMap(([name, text]) =>
        values.labels[name] === text ? [] : [[name, values.labels[name] ?? '']],
      ),
    ),
  };
  const send = (input: z.input<typeof RehearsalInput>) =>
    run({ id, input }, undefined, ({ fields }) => {
      const named = Object.entries(fields).map(([path, message]) => [
        path.split('.').at(-1) ?? path,
        message,
      ]);
      form.setErrors(Object.fromEntries(named));
    });
  const submit = () => {
    switch (step) {
      case 'certificate':
        return send({ step, certificate: values.certificate, request: values.request, ...seen });
      case 'authorise':
        return send({ step, minutes: Number(values.minutes) || 0, ...seen });
      case 'wait':
        return send({ step });
      case 'invoice':
        return send({ step, confirmation: values.confirmation });
      case 'qr':
        return send({ step, page: values.page });
    }
  };
  const texts = {
    ...portal,
    portal: t('portal'),
    point: state.pointOfSale ?? 0,
    refusal: state.refusal ?? '',
  };
  return (
    <form className="settings" noValidate onSubmit={form.onSubmit(submit)}>
      <fieldset className="sheet sheet-text">
        <legend>
          {t('step', { number: stepNumbers[step] })}: {t(`${step}.title`)}
        </legend>
        <div className="settings-fields">
          {(step === 'certificate' || step === 'authorise' || step === 'invoice') && (
            <p>{t(`${step}.${environment}`, texts)}</p>
          )}
          {step === 'certificate' && (
            <>
              <a href={address} target="_blank" rel="noreferrer">
                {address}
              </a>
              <div>
                {t('certificate.alias')}
                <CopyValue value={state.alias} label={t('certificate.alias')} />
              </div>
              <div>
                {t('certificate.csr')}
                <CodeBlock>{state.csr}</CodeBlock>
              </div>
              <div>
                <Button
                  component="a"
                  variant="default"
                  href={`data:application/octet-stream,${encodeURIComponent(state.csr)}`}
                  download={`${state.alias}.csr`}
                >
                  {t('certificate.download')}
                </Button>
              </div>
              <Textarea
                label={t('certificate.field')}
                description={t('certificate.hint')}
                autosize
                minRows={4}
                maxRows={10}
                spellCheck={false}
                {...form.getInputProps('certificate')}
              />
              <TextInput
                label={t('request')}
                description={t('requestHint')}
                maxLength={300}
                {...form.getInputProps('request')}
              />
            </>
          )}
          {screens.length > 0 && (
            <>
              <fieldset>
                <legend>{t('labels')}</legend>
                <p className="hint">{t('labelsHint')}</p>
                {screens.map(([name, text]) => (
                  <TextInput
                    key={name}
                    size="xs"
                    maxLength={100}
                    aria-label={`${t('labels')}: ${text}`}
                    {...form.getInputProps(`labels.${name}`)}
                  />
                ))}
              </fieldset>
              <TextInput
                label={t('order')}
                description={t('orderHint')}
                maxLength={300}
                {...form.getInputProps('order')}
              />
            </>
          )}
          {step === 'authorise' && (
            <NumberInput label={t('minutes')} min={0} max={10_000} {...form.getInputProps('minutes')} />
          )}
          {step === 'wait' && (
            <>
              <p>{t('wait.text', texts)}</p>
              <p className="hint">{t('wait.usual')}</p>
            </>
          )}
          {step === 'invoice' && environment === 'live' && (
            <>
              <p>
                <code>{sentence}</code>
              </p>
              <TextInput
                label={t('invoice.confirmation')}
                maxLength={200}
                autoComplete="off"
                {...form.getInputProps('confirmation')}
              />
            </>
          )}
          {step === 'qr' && (
            <>
              <p>{t('qr.text')}</p>
              <a href={state.qrUrl} target="_blank" rel="noreferrer">
                {t('qr.open')}
              </a>
              <TextInput label={t('qr.page')} maxLength={300} {...form.getInputProps('page')} />
            </>
          )}
          <Failure of={failure} />
          <div className="buttons">
            <Button type="submit" loading={pending}>
              {t(`${step}.button`)}
            </Button>
            {step === 'wait' && (
              <Button variant="default" onClick={() => send({ step, isGivenUp: true })} disabled={pending}>
                {t('wait.giveUp')}
              </Button>
            )}
            {step === 'invoice' && (
              <Button variant="default" onClick={() => send({ step, isSkipped: true })} disabled={pending}>
                {t('invoice.skip')}
              </Button>
            )}
          </div>
        </div>
      </fieldset>
    </form>
  );
}
