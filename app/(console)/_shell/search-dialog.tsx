'use client';

import { CloseButton, Kbd, Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import Link from 'next/link';
import { usePathname, useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import type { ActionResult } from '#console/_action.ts';
import { matchesWordPrefixes } from '#lib/text-matching.ts';
import { Failure, usePermission } from '../_ui/failure.tsx';
import { Icon, type IconName } from '../_ui/icon.tsx';
import { useConsoleAction } from '../_ui/use-action.ts';
import { workspacePath } from './navigation.ts';
import { recentItems, useWhere } from './recently-opened.tsx';
import {
  findPlaces,
  noAnswer,
  type SearchAct,
  type SearchAnswer,
  type SearchGroup,
  type SearchItem,
  searchPath,
} from './search-places.ts';

interface SearchDialogProps {
  /** Returns the keys typed before the field existed. */
  actions: SearchActions;
  takeTyped: () => string;
  onClose: () => void;
}

/** Search field with results: the arrow keys select, Enter opens, the right arrow key shows a result's actions. */
export function SearchDialog({ actions, takeTyped, onClose }: SearchDialogProps) {
  const t = useTranslations('console.shell.search');
  const tActions = useTranslations('console.shell.actions');
  const router = useRouter();
  const { workspace } = useWhere();
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState(0);
  const { groups: found, elsewhere, status } = useChoices(q);
  /** Address of the result whose actions are shown. */
  const [acting, setActing] = useState<string>();
  const subject = found.flatMap(({ items }) => items).find(({ href }) => href === acting);
  const groups = subject ? [actsOf(subject, t)] : found;
  const items = groups.flatMap((group) => group.items);
  const current = Math.min(chosen, items.length - 1);
  const id = useId();
  const optionId = (index: number) => `${id}-${index}`;
  const isNothing = q.trim() !== '' && status === 'current' && items.length === 0;
  const wholePath = `${workspacePath(workspace, searchPath)}?${new URLSearchParams({ q: q.trim() })}`;
  const act = useConsoleAction(({ name, id: subjectId }: RunAct) =>
    actions[name](workspace, { id: subjectId }),
  );

  const pathname = usePathname();
  const [openedAt] = useState(pathname);
  useEffect(() => {
    if (pathname !== openedAt) onClose();
  }, [pathname, openedAt, onClose]);

  const showActs = (href: string) => {
    setActing(href);
    setChosen(0);
    act.reset();
  };
  const leaveActs = () => {
    setChosen(
      Math.max(
        found.flatMap((group) => group.items).findIndex(({ href }) => href === acting),
        0,
      ),
    );
    setActing(undefined);
    act.reset();
  };
  const run = (chosenAct: RunAct) => {
    if (act.pending) return;
    act.run(chosenAct, (value) => {
      if (chosenAct.name === 'copyLink') void copyLink(value, t);
      else notifications.show({ message: t(`done.${chosenAct.name}`), color: 'green' });
      onClose();
    });
  };

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
  const marked = items[current];
  const sideKey = (event: KeyboardEvent<HTMLInputElement>): (() => void) | undefined => {
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return undefined;
    if (subject) return event.key === 'ArrowLeft' || event.key === 'Escape' ? leaveActs : undefined;
    // Within the text, the key moves the caret.
    const isAtEnd = selectionStart === value.length && selectionEnd === value.length;
    if (event.key !== 'ArrowRight' || !isAtEnd || !marked?.acts) return undefined;
    return () => showActs(marked.href);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const done = event.nativeEvent.isComposing ? undefined : (keys[event.key] ?? sideKey(event));
    if (!done) return;
    event.preventDefault();
    done();
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
              // Mantine then leaves Escape to this field.
              data-mantine-stop-propagation={subject ? 'true' : undefined}
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
                setActing(undefined);
                act.reset();
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
              {groups.map(({ name, title, items }) => (
                // biome-ignore lint/a11y/useSemanticElements: a group of options is not a fieldset
                <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
                  <p id={`${id}-${name}`} className="search-group">
                    {title ?? t(`groups.${name}`)}
                  </p>
                  {items.map((item) => {
                    index += 1;
                    const own = index;
                    return (
                      <SearchOption
                        // Several items may lead to the same page, so the address is not unique.
                        key={own}
                        id={optionId(own)}
                        item={item}
                        isChosen={own === current}
                        onClose={onClose}
                        onChoose={() => setChosen(own)}
                        onRun={run}
                        onShowActs={() => showActs(item.href)}
                      />
                    );
                  })}
                </div>
              ))}
            </div>
            <Failure of={act.failure} />
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
            {subject && <p className="search-hint">{t.rich('back', { k: key })}</p>}
            {!subject && q.trim() && marked?.acts && (
              <p className="search-hint">{t.rich('actsKey', { k: key })}</p>
            )}
            {!subject && !q.trim() && <p className="search-hint">{t.rich('keys', { k: key })}</p>}
            {!subject && q.trim() && !isNothing && (
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

interface SearchOptionProps {
  id: string;
  item: Choice;
  isChosen: boolean;
  onClose: () => void;
  onChoose: () => void;
  onRun: (act: RunAct) => void;
  onShowActs: () => void;
}

/** A result or an action: a link, or a button if it runs at once. */
function SearchOption({ id, item, isChosen, onClose, onChoose, onRun, onShowActs }: SearchOptionProps) {
  const t = useTranslations('console.shell.search');
  const { href, title, detail, icon, acts, run } = item;
  const option = {
    id,
    role: 'option',
    'aria-selected': isChosen,
    tabIndex: -1,
    className: 'search-item',
    onMouseMove: onChoose,
  } as const;
  const content = (
    <>
      <Icon name={icon} size={18} />
      <bdi className="search-title">{title}</bdi>
      {detail && <bdi className="search-detail">{detail}</bdi>}
    </>
  );
  if (run) {
    return (
      <button {...option} type="button" onClick={() => onRun(run)}>
        {content}
      </button>
    );
  }
  return (
    <div className="search-row" data-chosen={isChosen || undefined}>
      <Link {...option} href={href} prefetch={false} onClick={onClose}>
        {content}
      </Link>
      {acts && (
        // For the mouse and touch: a listbox has only options, and the keyboard has its own key.
        <button
          type="button"
          aria-hidden="true"
          tabIndex={-1}
          className="search-more"
          title={t('actsOf', { name: title })}
          onMouseDown={(event) => event.preventDefault()}
          onClick={onShowActs}
        >
          <Icon name="more" size={18} />
        </button>
      )}
    </div>
  );
}

type RunAct = Extract<SearchAct, { id: string }>;

/** The server actions behind the acts on a result; the pages that own them pass them to the frame. */
export type SearchActions = Record<
  RunAct['name'],
  (workspace: string, input: { id: string }) => Promise<ActionResult<unknown>>
>;

async function copyLink(value: unknown, t: SearchTexts) {
  const { url } = value as { url?: string };
  if (!url) return notifications.show({ message: t('noLink'), color: 'red' });
  const isCopied = await navigator.clipboard.writeText(url).then(
    () => true,
    () => false,
  );
  notifications.show(
    isCopied
      ? { message: t('done.copyLink'), color: 'green' }
      : { message: t('notCopied', { url }), color: 'red', autoClose: false },
  );
}

type SearchTexts = ReturnType<typeof useTranslations<'console.shell.search'>>;

const actIcons = {
  credit: 'invoices',
  edit: 'settings',
  invoice: 'plus',
  jobs: 'jobs',
  copyLink: 'copy',
  remind: 'bell',
  resend: 'webhooks',
  runAgain: 'jobs',
} as const satisfies Record<SearchAct['name'], IconName>;

/** The actions on a result; opening it comes first. */
function actsOf({ acts = [], href, icon, title }: Choice, t: SearchTexts): ChoiceGroup {
  const act = (each: SearchAct): Choice => ({
    href: 'href' in each ? each.href : href,
    title: t(`on.${each.name}`),
    detail: '',
    icon: actIcons[each.name],
    isHere: true,
    ...('id' in each ? { run: each } : {}),
  });
  return {
    name: 'acts',
    title: t('actsOf', { name: title }),
    items: [{ href, title: t('on.open'), detail: '', icon, isHere: true }, ...acts.map(act)],
  };
}

interface Choice extends SearchItem {
  /** Known in the browser, so it always matches the current input. */
  isHere: boolean;
  /** Runs when chosen, instead of leading to a page. */
  run?: RunAct;
}
interface ChoiceGroup {
  name: SearchGroup['name'] | 'recent' | 'places' | 'acts';
  /** Instead of the group's name. */
  title?: string;
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
  const found = new Map(answer.groups.flatMap(({ items }) => items).map((item) => [item.href, item.acts]));
  const here = (items: SearchItem[]): Choice[] =>
    items.map((item) => {
      const acts = found.get(item.href);
      return { ...item, ...(acts ? { acts } : {}), isHere: true };
    });
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
