'use client';

import { Menu, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Icon } from '../_ui/icon.tsx';
import { EnvironmentBadge } from './environment-badge.tsx';
import { homePath } from './navigation.ts';
import type { NamedWorkspace } from './shell.tsx';
import './workspace-switcher.css';

// Few make a workspace: what the dialog is made of comes when it is opened.
const NewWorkspace = dynamic(() => import('./new-workspace.tsx').then((module) => module.NewWorkspace));

interface SwitcherProps {
  current: NamedWorkspace;
  workspaces: NamedWorkspace[];
  mayCreate: 'workspaces' | 'nothing';
}

/** Which workspace this is, and the way into the others. */
export function WorkspaceSwitcher({ current, workspaces, mayCreate }: SwitcherProps) {
  const t = useTranslations('console.shell');
  const [wasOpened, setWasOpened] = useState(false);
  const [creating, { open, close }] = useDisclosure(false, { onOpen: () => setWasOpened(true) });
  return (
    <>
      <Menu position="bottom-start" width="min(20rem, calc(100vw - 1rem))">
        <Menu.Target>
          <UnstyledButton className="switcher">
            <VisuallyHidden>{t('workspaces.label')}</VisuallyHidden>
            <bdi className="switcher-name">{current.name}</bdi>
            <EnvironmentBadge of={current.environment} />
            <Icon name="chevron" size={16} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown className="switcher-menu">
          <Menu.Label>{t('workspaces.heading')}</Menu.Label>
          {workspaces.map(({ slug, name, environment }) => (
            <Menu.Item
              key={slug}
              component={Link}
              href={homePath(slug)}
              aria-current={slug === current.slug ? 'true' : undefined}
              leftSection={
                <span className="switcher-mark">
                  {slug === current.slug && <Icon name="check" size={16} />}
                </span>
              }
              rightSection={<EnvironmentBadge of={environment} />}
            >
              <bdi>{name}</bdi>
            </Menu.Item>
          ))}
          {mayCreate === 'workspaces' && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={open} leftSection={<Icon name="plus" size={18} />}>
                {t('workspaces.new')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {wasOpened && <NewWorkspace opened={creating} onClose={close} />}
    </>
  );
}
