'use client';

import { Button, List, Menu, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { FormDialog } from '#console/_ui/form-dialog.tsx';
import { Icon } from '#console/_ui/icon.tsx';
import { useConsoleAction } from '#console/_ui/use-action.ts';
import { erase } from './actions.ts';

interface SupplierMenuProps extends Erasable {
  exportHref: string;
}

/** An owner's actions on a supplier's personal data. */
export function SupplierMenu({ exportHref, ...supplier }: SupplierMenuProps) {
  const t = useTranslations('console.entry.data');
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button variant="default" px="sm" aria-label={t('label')}>
            <Icon name="more" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component="a" href={exportHref} download data-export>
            {t('export')}
          </Menu.Item>
          <Menu.Item c="var(--mantine-color-red-outline)" onClick={open}>
            {t('erase.open')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <EraseDialog {...supplier} opened={opened} onClose={close} />
    </>
  );
}

interface Erasable {
  workspace: string;
  id: string;
  name: string;
  /** Address to open afterwards. */
  listHref: string;
}

const going = ['identity', 'registration', 'files', 'work', 'drafts'] as const;
const staying = ['invoices', 'log', 'elsewhere'] as const;

/** Lists what is erased and what is retained. The name must be typed, because erasing cannot be undone. */
function EraseDialog({
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
