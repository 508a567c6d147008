'use client';

import { Button, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { Icon } from '#console/_ui/icon.tsx';
import { type Erasable, EraseDialog } from './erase-dialog.tsx';

interface SupplierMenuProps extends Erasable {
  exportHref: string;
}

/** What an owner does with a supplier's data as such. */
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
