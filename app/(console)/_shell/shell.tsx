'use client';

import './search.css';
import {
  ActionIcon,
  AppShell,
  Burger,
  Group,
  Indicator,
  Kbd,
  Menu,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure, useHotkeys, useOs } from '@mantine/hooks';
import dynamic from 'next/dynamic';
import Link, { useLinkStatus } from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Environment } from '#lib/authority-environment.ts';
import { lastWorkspaceCookieName } from '../_request.ts';
import { Permitted, usePermission } from '../_ui/failure.tsx';
import { Icon } from '../_ui/icon.tsx';
import { SectionMarks, useMarkedSection } from './current-section.tsx';
import { EnvironmentBadge } from './environment-badge.tsx';
import { homePath, navigation, workspacePath } from './navigation.ts';
import { OpenedBy, useWhere } from './recently-opened.tsx';
import type { SearchActions } from './search-dialog.tsx';
import { searchPath } from './search-places.ts';
import { LanguageSwitch, SchemeSwitch, UserMenu } from './user-menu.tsx';

interface NamedWorkspace {
  slug: string;
  name: string;
  environment: Environment;
}

interface ShellProps {
  workspace: NamedWorkspace;
  workspaces: NamedWorkspace[];
  user: { name: string; email: string };
  mayCreate: 'workspaces' | 'nothing';
  /** Number of failures that the reader has not seen. */
  unseen: number;
  searchActions: SearchActions;
  children: ReactNode;
}

const barHeight = 60;
const stripHeight = 34;

export function Shell({
  workspace,
  workspaces,
  user,
  mayCreate,
  unseen,
  searchActions,
  children,
}: ShellProps) {
  const t = useTranslations('console.shell');
  const [opened, { toggle, close }] = useDisclosure();
  const pathname = usePathname();
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the menu on every page change
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
                <SearchButton actions={searchActions} />
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

/** Remembers the workspace for `/console`, which redirects to the last opened one. */
function useRemembered(slug: string) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = `${lastWorkspaceCookieName}=${slug}; Path=/; Max-Age=31536000; SameSite=Lax`;
  }, [slug]);
}

/**
 * Scrolls a new page to its top: the router only scrolls the changed part into view, which may be a tab far
 * below. Switching tabs keeps the position, and so do Back and Forward.
 */
function useBeginAtTop(): void {
  const pathname = usePathname();
  const before = useRef(pathname);
  const isReturn = useRef(false);
  useEffect(() => {
    const note = () => {
      isReturn.current = true;
    };
    window.addEventListener('popstate', note);
    return () => window.removeEventListener('popstate', note);
  }, []);
  useEffect(() => {
    const isSame = entryPathOf(before.current) === entryPathOf(pathname);
    const stays = isSame || isReturn.current || window.location.hash !== '';
    before.current = pathname;
    isReturn.current = false;
    if (!stays) window.scrollTo(0, 0);
  }, [pathname]);
}

/** `/w/<workspace>/entries/<id>` for all tabs of an entry; the path itself for other pages. */
const entryPathOf = (path: string): string =>
  /^\/w\/[^/]+\/entries\/[^/]+(?=$|\/(?:files|invoices|jobs|meta)$)/.exec(path)?.[0] ?? path;

const load = () => import('./search-dialog.tsx').then((module) => module.SearchDialog);
const SearchDialog = dynamic(load);

/** Opens the search dialog, as do its keyboard shortcuts; without script it links to the search page. */
function SearchButton({ actions }: { actions: SearchActions }) {
  const t = useTranslations('console.shell.search');
  const { workspace } = useWhere();
  const [opened, disclosure] = useDisclosure();
  const typed = useRef<() => string>(undefined);
  const takeTyped = () => {
    const text = typed.current?.() ?? '';
    typed.current = undefined;
    return text;
  };
  const open = () => {
    if (opened) return;
    typed.current ??= keepTyped();
    disclosure.open();
  };
  const close = () => {
    takeTyped();
    disclosure.close();
  };
  const command = useOs() === 'macos' ? '⌘ K' : 'Ctrl K';
  useHotkeys([['/', open]]);
  useHotkeys([['mod+K', open]], [], true);
  useEffect(loadAtFirstSign, []);
  const openHere = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open();
  };
  return (
    <>
      <Link
        href={workspacePath(workspace, searchPath)}
        prefetch={false}
        onClick={openHere}
        className="search-button"
        aria-keyshortcuts="/ Control+K Meta+K"
        aria-haspopup="dialog"
      >
        <Icon name="search" size={18} />
        <span className="search-button-text">{t('label')}</span>
        <Kbd aria-hidden="true" className="search-keys" suppressHydrationWarning>
          {command}
        </Kbd>
      </Link>
      {opened && <SearchDialog actions={actions} takeTyped={takeTyped} onClose={close} />}
    </>
  );
}

/** Loads the dialog at the first key or pointer event, so that the page itself loads without it. */
function loadAtFirstSign() {
  const stop = new AbortController();
  const loadOnce = () => {
    stop.abort();
    void load();
  };
  for (const sign of ['keydown', 'pointermove', 'pointerdown']) {
    addEventListener(sign, loadOnce, { signal: stop.signal });
  }
  return () => stop.abort();
}

/** Collects keys typed before the search field exists. */
function keepTyped(): () => string {
  const stop = new AbortController();
  let text = '';
  const keep = (event: KeyboardEvent) => {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    text += event.key;
  };
  addEventListener('keydown', keep, { capture: true, signal: stop.signal });
  return () => {
    stop.abort();
    return text;
  };
}

function SideNavigation({ workspace }: { workspace: string }) {
  const t = useTranslations('console.shell');
  const pathname = usePathname();
  const marked = useMarkedSection();
  const isPermitted = usePermission();
  const offered = navigation.filter(({ needs }) => isPermitted(needs));
  const current = navigation.find(({ path }) => path === marked) ?? currentItem(pathname, workspace);
  return (
    <ul className="sections">
      {offered.map((item, index) => (
        <li key={item.name}>
          {item.section && item.section !== offered[index - 1]?.section && (
            <p className="section-name">{t(`sections.${item.section}`)}</p>
          )}
          <Link
            href={workspacePath(workspace, item.path)}
            // No prefetch: every page is dynamic, and prefetching all sections would be wasted work.
            prefetch={false}
            className="section-link"
            aria-current={item === current ? 'page' : undefined}
          >
            <Icon name={item.icon} />
            {t(`nav.${item.name}`)}
            <Pending />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The item with the longest matching path, because a list's items are below its path. */
function currentItem(pathname: string, workspace: string) {
  const below = (path: string) => {
    const whole = workspacePath(workspace, path);
    return pathname === whole || (path !== '' && pathname.startsWith(`${whole}/`));
  };
  return navigation.filter(({ path }) => below(path)).sort((a, b) => b.path.length - a.path.length)[0];
}

function Pending() {
  const { pending } = useLinkStatus();
  return <span className="link-pending" data-pending={pending} aria-hidden="true" />;
}

/** Link to the failures, with the number of unseen ones. */
function TroublesLink({ workspace, unseen }: { workspace: string; unseen: number }) {
  const t = useTranslations('console.shell');
  return (
    <Indicator
      label={unseen > most ? `${most}+` : unseen}
      disabled={unseen === 0}
      size={18}
      offset={9}
      color="red"
    >
      <ActionIcon
        component={Link}
        href={workspacePath(workspace, '/activity?action=trouble')}
        prefetch={false}
        variant="subtle"
        color="gray"
        className="quiet"
        size={44}
        aria-label={t('troubles', { count: unseen })}
      >
        <Icon name="bell" />
      </ActionIcon>
    </Indicator>
  );
}

const most = 99;

// Loaded when the dialog is first opened, because few users create a workspace.
const NewWorkspace = dynamic(() => import('./new-workspace.tsx').then((module) => module.NewWorkspace));

interface SwitcherProps {
  current: NamedWorkspace;
  workspaces: NamedWorkspace[];
  mayCreate: 'workspaces' | 'nothing';
}

/** The current workspace, with a menu of the others. */
function WorkspaceSwitcher({ current, workspaces, mayCreate }: SwitcherProps) {
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
