'use client';

import {
  ActionIcon,
  Button,
  type MantineColorScheme,
  Menu,
  Text,
  useMantineColorScheme,
} from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { plainName } from '#console/_ui/visible-text.ts';
import { Icon, type IconName } from '../_ui/icon.tsx';
import { setLanguage } from './actions.ts';
import { forgetItems } from './recently-opened.tsx';

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

/** Button for the other language; a form, so that it works without script. */
export function LanguageSwitch() {
  const t = useTranslations('console.shell.language');
  const other = useLocale() === 'en' ? 'es-AR' : 'en';
  return (
    <form action={setLanguage}>
      <Button
        type="submit"
        name="locale"
        value={other}
        lang={other}
        variant="subtle"
        color="gray"
        className="quiet"
        leftSection={<Icon name="language" />}
      >
        {t(other)}
      </Button>
    </form>
  );
}

const icons = { light: 'sun', dark: 'moon', auto: 'screen' } as const satisfies Record<
  MantineColorScheme,
  IconName
>;
const schemes = Object.keys(icons) as MantineColorScheme[];

/** Light, dark or the system's scheme; Mantine stores it in the browser. */
export function SchemeSwitch() {
  const t = useTranslations('console.shell.scheme');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The server does not know the choice stored in the browser.
  const chosen = useMounted() ? colorScheme : 'auto';
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" className="quiet" size={44} aria-label={t('label')}>
          <Icon name={icons[chosen]} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={chosen} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
          {schemes.map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {t(scheme)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
