'use client';

import { AppShell, Burger, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { Environment } from '#lib/authority-environment.ts';
import { lastWorkspaceCookieName } from '../_request.ts';
import { Permitted } from '../_ui/permitted.tsx';
import { useBeginAtTop } from './begin-at-top.ts';
import { SectionMarks } from './current-section.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { SchemeSwitch } from './scheme-switch.tsx';
import { OpenedBy } from './search/opened.tsx';
import { SearchButton } from './search/search-button.tsx';
import { SideNavigation } from './side-navigation.tsx';
import { TroublesLink } from './troubles-link.tsx';
import { UserMenu } from './user-menu.tsx';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

export interface NamedWorkspace {
  slug: string;
  name: string;
  environment: Environment;
}

interface ShellProps {
  workspace: NamedWorkspace;
  workspaces: NamedWorkspace[];
  user: { name: string; email: string };
  mayCreate: 'workspaces' | 'nothing';
  /** How much of what failed here they have not seen. */
  unseen: number;
  children: ReactNode;
}

const barHeight = 60;
const stripHeight = 34;

/** The frame of every page of a workspace. */
export function Shell({ workspace, workspaces, user, mayCreate, unseen, children }: ShellProps) {
  const t = useTranslations('console.shell');
  const [opened, { toggle, close }] = useDisclosure();
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: arriving on another page closes what led there
  useEffect(close, [pathname]);
  useRemembered(workspace.slug);
  useBeginAtTop();
  const where = useMemo(
    () => ({ workspace: workspace.slug, person: user.email }),
    [workspace.slug, user.email],
  );
  const isSandbox = workspace.environment === 'sandbox';
  return (
    <OpenedBy value={where}>
      <SectionMarks>
        <AppShell
          header={{ height: isSandbox ? barHeight + stripHeight : barHeight }}
          navbar={{ width: 236, breakpoint: 'sm', collapsed: { mobile: !opened } }}
          padding={{ base: 'md', sm: 'lg' }}
          data-environment={workspace.environment}
        >
          <AppShell.Header className="top">
            {isSandbox && <p className="sandbox-strip">{t.rich('sandboxStrip', { b: strong })}</p>}
            <Group h={barHeight} px={{ base: 'xs', sm: 'md' }} gap="xs" wrap="nowrap" className="top-bar">
              <Burger
                opened={opened}
                onClick={toggle}
                hiddenFrom="sm"
                size="sm"
                className="burger"
                aria-label={opened ? t('nav.close') : t('nav.open')}
                aria-expanded={opened}
              />
              <WorkspaceSwitcher current={workspace} workspaces={workspaces} mayCreate={mayCreate} />
              <Group flex={1} className="search-place">
                <SearchButton />
              </Group>
              <Group gap={4} wrap="nowrap" visibleFrom="md">
                <LanguageSwitch />
                <SchemeSwitch />
              </Group>
              <Permitted to="activity:read">
                <TroublesLink workspace={workspace.slug} unseen={unseen} />
              </Permitted>
              <UserMenu user={user} />
            </Group>
          </AppShell.Header>
          <AppShell.Navbar p="sm" aria-label={t('nav.label')} className="side">
            <SideNavigation workspace={workspace.slug} />
            <Group gap={4} mt="auto" pt="md" hiddenFrom="md">
              <LanguageSwitch />
              <SchemeSwitch />
            </Group>
          </AppShell.Navbar>
          <AppShell.Main id="content" tabIndex={-1} className="main">
            <div className="page">{children}</div>
          </AppShell.Main>
        </AppShell>
      </SectionMarks>
    </OpenedBy>
  );
}

const strong = (chunks: ReactNode) => <strong>{chunks}</strong>;

/** `/console` leads back to the workspace that was open last. */
function useRemembered(slug: string) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the other way is not in every browser yet
    document.cookie = `${lastWorkspaceCookieName}=${slug}; Path=/; Max-Age=31536000; SameSite=Lax`;
  }, [slug]);
}
