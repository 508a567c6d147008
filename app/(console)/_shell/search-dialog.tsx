'use client';

import { CloseButton, Kbd, Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { matchesWordPrefixes } from '#lib/text-matching.ts';
import { usePermission } from '../_ui/failure.tsx';
import { Icon } from '../_ui/icon.tsx';
import { workspacePath } from './navigation.ts';
import { recentItems, useWhere } from './recently-opened.tsx';
import {
  findPlaces,
  noAnswer,
  type SearchAnswer,
  type SearchGroup,
  type SearchItem,
  searchPath,
} from './search-places.ts';

interface SearchDialogProps {
  /** Returns the keys typed before the field existed. */
  takeTyped: () => string;
  onClose: () => void;
}

/** Search field with results: the arrow keys select, Enter opens. */
export function SearchDialog({ takeTyped, onClose }: SearchDialogProps) {
  const t = useTranslations('console.shell.search');
  const tActions = useTranslations('console.shell.actions');
  const router = useRouter();
  const { workspace } = useWhere();
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState(0);
  const { groups, elsewhere, status } = useChoices(q);
  const items = groups.flatMap((group) => group.items);
  const current = Math.min(chosen, items.length - 1);
  const id = useId();
  const optionId = (index: number) => `${id}-${index}`;
  const isNothing = q.trim() !== '' && status === 'current' && items.length === 0;
  const wholePath = `${workspacePath(workspace, searchPath)}?${new URLSearchParams({ q: q.trim() })}`;

  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);

  const move = (by: number) => setChosen((current + by + items.length) % Math.max(items.length, 1));
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter() {
      const found = status === 'current' || items[current]?.isHere;
      const link = found ? document.getElementById(optionId(current)) : null;
      if (link) return link.click();
      if (!q.trim()) return;
      onClose();
      router.push(wholePath);
    },
  };
  const press = (event: KeyboardEvent) => {
    const act = event.nativeEvent.isComposing ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  let index = -1;
  return (
    <Modal.Root opened onClose={onClose} size="lg" yOffset="8dvh" className="search-dialog">
      <Modal.Overlay />
      <Modal.Content aria-label={t('label')}>
        <Modal.Body p={0}>
          <div className="search-top">
            <TextInput
              data-autofocus
              variant="unstyled"
              size="md"
              role="combobox"
              aria-label={t('field')}
              aria-autocomplete="list"
              aria-expanded={items.length > 0}
              aria-controls={id}
              aria-activedescendant={items.length > 0 ? optionId(current) : undefined}
              autoComplete="off"
              maxLength={200}
              placeholder={t('placeholder')}
              leftSection={<Icon name="search" />}
              value={q}
              onChange={(event) => {
                setQ(event.currentTarget.value);
                setChosen(0);
              }}
              onFocus={() => {
                const early = takeTyped();
                setQ((current) => current + early);
              }}
              onKeyDown={press}
            />
            <CloseButton size={44} iconSize={20} onClick={onClose} aria-label={tActions('close')} />
          </div>
          <div className="search-found">
            <div id={id} role="listbox" aria-label={t('results')} className="search-list">
              {groups.map(({ name, items }) => (
                // biome-ignore lint/a11y/useSemanticElements: a group of options is not a fieldset
                <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
                  <p id={`${id}-${name}`} className="search-group">
                    {t(`groups.${name}`)}
                  </p>
                  {items.map(({ href, title, detail, icon }) => {
                    index += 1;
                    const own = index;
                    return (
                      <Link
                        // Several items may lead to the same page, so the address is not unique.
                        key={own}
                        id={optionId(own)}
                        role="option"
                        aria-selected={own === current}
                        tabIndex={-1}
                        href={href}
                        prefetch={false}
                        className="search-item"
                        onClick={onClose}
                        onMouseMove={() => setChosen(own)}
                      >
                        <Icon name={icon} size={18} />
                        <bdi className="search-title">{title}</bdi>
                        {detail && <bdi className="search-detail">{detail}</bdi>}
                      </Link>
                    );
                  })}
                </div>
              ))}
            </div>
            {isNothing && (
              <div className="search-note">
                <p>{t('nothing', { q: q.trim() })}</p>
                <p>{t('nothingText')}</p>
              </div>
            )}
            {status === 'failed' && <p className="search-note">{t('failed')}</p>}
          </div>
          <div className="search-foot">
            <p role="status">{q.trim() && status === 'current' ? t('count', { count: items.length }) : ''}</p>
            {elsewhere.map(({ name, href, count, more }) => (
              <Link key={href} href={href} prefetch={false} onClick={onClose}>
                {t(more ? 'moreElsewhere' : 'elsewhere', { count, name })}
              </Link>
            ))}
            {!q.trim() && <p className="search-hint">{t.rich('keys', { k: key })}</p>}
            {q.trim() && !isNothing && (
              <Link href={wholePath} prefetch={false} onClick={onClose}>
                {t('all')}
              </Link>
            )}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

const key = (text: ReactNode) => <Kbd>{text}</Kbd>;

interface Choice extends SearchItem {
  /** Known in the browser, so it always matches the current input. */
  isHere: boolean;
}
interface ChoiceGroup {
  name: SearchGroup['name'] | 'recent' | 'places';
  items: Choice[];
}

const mostRecent = 6;
const fewRecent = 3;

/** Search results: recently opened items, then pages and actions, then the workspace's objects. */
function useChoices(q: string) {
  const t = useTranslations('console.shell');
  const { workspace, person } = useWhere();
  const [opened] = useState(() => recentItems(workspace, person));
  const { answer, status } = useAnswer(workspace, q);
  const isAsking = q.trim() !== '';
  const recent = isAsking
    ? opened.filter(({ title, detail }) => matchesWordPrefixes(`${title} ${detail}`, q)).slice(0, fewRecent)
    : opened.slice(0, mostRecent);
  const places = findPlaces(q, t, usePermission()).map(({ path, icon, title }) => ({
    href: workspacePath(workspace, path),
    title,
    detail: '',
    icon,
  }));
  const shown = new Set(recent.map(({ href }) => href));
  const here = (items: SearchItem[]): Choice[] => items.map((item) => ({ ...item, isHere: true }));
  const groups: ChoiceGroup[] = [
    { name: 'recent', items: here(recent) },
    { name: 'places', items: here(places) },
    ...answer.groups.map(({ name, items }) => ({
      name,
      items: items.filter(({ href }) => !shown.has(href)).map((item) => ({ ...item, isHere: false })),
    })),
  ];
  return { groups: groups.filter(({ items }) => items.length > 0), elsewhere: answer.elsewhere, status };
}

const typingPauseMs = 120;

interface Asked {
  /** Results for the current input; until they arrive, those of the previous input. */
  answer: SearchAnswer;
  status: 'current' | 'asking' | 'failed';
}

/** Server results, queried while the user types. */
function useAnswer(workspace: string, typed: string): Asked {
  const q = typed.trim();
  const [asked] = useDebouncedValue(q, typingPauseMs);
  const [answer, setAnswer] = useState(noAnswer);
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    if (!asked) return;
    const stop = new AbortController();
    const address = `${workspacePath(workspace, searchPath)}/found?${new URLSearchParams({ q: asked })}`;
    fetchAnswer(address, stop.signal).then(setAnswer, () => {
      if (!stop.signal.aborted) setFailed(asked);
    });
    return () => stop.abort();
  }, [workspace, asked]);
  if (!q) return { answer: noAnswer, status: 'current' };
  if (answer.q === q) return { answer, status: 'current' };
  return { answer, status: failed === q ? 'failed' : 'asking' };
}

async function fetchAnswer(address: string, signal: AbortSignal): Promise<SearchAnswer> {
  const response = await fetch(address, { signal, redirect: 'error' });
  if (!response.ok) throw new Error(`The search answered ${response.status}.`);
  return response.json();
}
