'use client';

import { Kbd } from '@mantine/core';
import { useDisclosure, useHotkeys, useOs } from '@mantine/hooks';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { type MouseEvent, useEffect, useRef } from 'react';
import { Icon } from '../../_ui/icon.tsx';
import { workspacePath } from '../navigation.ts';
import { searchPath } from './answer.ts';
import { useWhere } from './opened.tsx';
import { keepTyped } from './typed-early.ts';
import './search.css';

const load = () => import('./search-dialog.tsx').then((module) => module.SearchDialog);
const SearchDialog = dynamic(load);

/** Opens the search from any page, as do its keys; without script it is the way to the search's own page. */
export function SearchButton() {
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
      {opened && <SearchDialog takeTyped={takeTyped} onClose={close} />}
    </>
  );
}

/** The dialog is there before it is asked for, and a page loads without it. */
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
