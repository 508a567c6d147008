'use client';

import { ActionIcon, Menu, Text } from '@mantine/core';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { plainName } from '#console/_ui/visible-text.ts';
import { Icon } from '../_ui/icon.tsx';
import { forgetItems } from './search/recent.ts';

export function UserMenu({ user }: { user: { name: string; email: string } }) {
  const t = useTranslations('console.shell.user');
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          className="quiet"
          size={44}
          ml="auto"
          aria-label={t('label', { name: plainName(user.name) })}
        >
          <Icon name="person" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="var(--mantine-color-text)" truncate>
            <bdi>{user.name}</bdi>
          </Text>
          <Text size="xs" truncate>
            {user.email}
          </Text>
        </Menu.Label>
        <Menu.Item component={Link} href="/account" leftSection={<Icon name="person" size={18} />}>
          {t('account')}
        </Menu.Item>
        <form method="post" action="/logout" onSubmit={forgetItems}>
          <Menu.Item type="submit" closeMenuOnClick={false} leftSection={<Icon name="out" size={18} />}>
            {t('signOut')}
          </Menu.Item>
        </form>
      </Menu.Dropdown>
    </Menu>
  );
}
