'use client';

import { ActionIcon, Menu } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import Link from 'next/link';
import { useTranslations } from 'next-intl';

interface SupplierMenuProps {
  path: string;
  id: string;
  name: string;
  code: string;
}

export function SupplierMenu({ path, id, name, code }: SupplierMenuProps) {
  const t = useTranslations('console.suppliers.menu');
  const { copy } = useClipboard();
  const take = (value: string) => {
    copy(value);
    notifications.show({ message: t('copied', { value }), color: 'green' });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" size={44} className="quiet row-menu" aria-label={t('label', { name })}>
          <svg
            className="icon"
            viewBox="0 0 24 24"
            width={20}
            height={20}
            aria-hidden="true"
            focusable="false"
          >
            <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth={3.2} />
          </svg>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} href={path} prefetch={false}>
          {t('open')}
        </Menu.Item>
        <Menu.Item component={Link} href={`${path}/edit`} prefetch={false}>
          {t('edit')}
        </Menu.Item>
        <Menu.Item component={Link} href={`${path}/meta`} prefetch={false}>
          {t('link')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => take(code)}>{t('copyCode')}</Menu.Item>
        <Menu.Item onClick={() => take(id)}>{t('copyId')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
