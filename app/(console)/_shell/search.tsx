'use client';

import { Kbd, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { Icon } from '../_ui/icon.tsx';
import { workspacePath } from './navigation.ts';

/** Looks for suppliers, from any page; the key `/` leads here. A plain form, so that it needs no script. */
export function Search({ workspace }: { workspace: string }) {
  const t = useTranslations('console.shell.search');
  const input = useRef<HTMLInputElement>(null);
  useHotkeys([
    // Where the one of narrow windows is folded away, `focus` does nothing.
    ['/', () => input.current?.focus()],
  ]);
  return (
    <search className="search">
      <form action={workspacePath(workspace, '/suppliers')} method="get">
        <TextInput
          ref={input}
          type="search"
          name="q"
          aria-label={t('label')}
          aria-keyshortcuts="/"
          placeholder={t('placeholder')}
          leftSection={<Icon name="search" size={18} />}
          rightSection={<Kbd aria-hidden="true">/</Kbd>}
        />
      </form>
    </search>
  );
}
