'use client';

import { List, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { erase } from './actions.ts';

export interface Erasable {
  workspace: string;
  id: string;
  name: string;
  /** Where to go then. */
  listHref: string;
}

const going = ['identity', 'registration', 'files', 'work', 'drafts'] as const;
const staying = ['invoices', 'log', 'elsewhere'] as const;

/** What goes and what stays, and who it is about: typed, since nothing brings it back. */
export function EraseDialog({
  workspace,
  id,
  name,
  listHref,
  opened,
  onClose,
}: Erasable & { opened: boolean; onClose: () => void }) {
  const t = useTranslations('console.entry.data.erase');
  const router = useRouter();
  const form = useForm({ initialValues: { confirm: '' } });
  const { run, pending, failure, reset } = useConsoleAction(erase.bind(null, workspace), form);
  const leave = () => {
    form.reset();
    reset();
    onClose();
  };
  const submit = form.onSubmit(({ confirm }) =>
    run(
      { id, confirm },
      () => {
        leave();
        notifications.show({ message: t('done'), color: 'green' });
        router.push(listHref);
      },
      ({ code, message }) => code === 'not-confirmed' && form.setErrors({ confirm: message }),
    ),
  );
  const list = (heading: 'goes' | 'stays', lines: readonly Parameters<typeof t>[0][]) => (
    <div>
      <Text size="sm" fw={600}>
        {t(heading)}
      </Text>
      <List size="sm">
        {lines.map((line) => (
          <List.Item key={line}>{t(line)}</List.Item>
        ))}
      </List>
    </div>
  );
  return (
    <FormDialog
      opened={opened}
      onClose={leave}
      title={t('title')}
      onSubmit={submit}
      submit={t('submit')}
      color="red"
      pending={pending}
      failure={form.errors.confirm ? undefined : failure}
    >
      <Text size="sm">{t.rich('text', { name, b: (chunks) => <strong>{chunks}</strong> })}</Text>
      {list(
        'goes',
        going.map((line) => `going.${line}` as const),
      )}
      {list(
        'stays',
        staying.map((line) => `staying.${line}` as const),
      )}
      <TextInput
        label={t('confirm')}
        description={t('confirmHint')}
        required
        autoComplete="off"
        maxLength={600}
        aria-invalid={Boolean(form.errors.confirm)}
        {...form.getInputProps('confirm')}
      />
    </FormDialog>
  );
}
