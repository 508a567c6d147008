'use client';

import { ActionIcon, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { Icon, type IconName } from '../_ui/icon.tsx';

const icons = { light: 'sun', dark: 'moon', auto: 'screen' } as const satisfies Record<
  MantineColorScheme,
  IconName
>;
const schemes = Object.keys(icons) as MantineColorScheme[];

/** Light, dark or as the system has it; Mantine remembers it in this browser. */
export function SchemeSwitch() {
  const t = useTranslations('console.shell.scheme');
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  // The server does not know what this browser remembers.
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
