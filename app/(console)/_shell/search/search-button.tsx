'use client';

import { Kbd } from '@mantine/core';
import { useDisclosure, useHotkeys, useOs } from '@mantine/hooks';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { type MouseEvent, useEffect } from 'react';
import { Icon } from '../../_ui/icon.tsx';
import { workspacePath } from '../navigation.ts';
import { searchPath } from './answer.ts';
import { useWhere } from './opened.tsx';
import './search.css';

const load = () => import('./search-dialog.tsx').then((module) => module.SearchDialog);
const SearchDialog = dynamic(load);

/** Opens the search from any page, as do its keys; without script it is the way to the search's own page. */
export function SearchButton() {
  const t = useTranslations('console.shell.search');
  const { workspace } = useWhere();
  const [opened, { open, close }] = useDisclosure();
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
      {opened && <SearchDialog onClose={close} />}
    </>
  );
}

/** What is typed right after the key is the dialog's: it is there before it is asked for. A page loads without it. */
function loadAtFirstSign() {
  const stop = new AbortController();
  const come = () => {
    stop.abort();
    void load();
  };
  for (const sign of ['keydown', 'pointermove', 'pointerdown']) {
    addEventListener(sign, come, { signal: stop.signal });
  }
  return () => stop.abort();
}
