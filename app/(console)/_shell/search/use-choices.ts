'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { hasBeginnings } from '#lib/words.ts';
import { usePermission } from '../../_ui/permitted.tsx';
import { workspacePath } from '../navigation.ts';
import type { SearchGroup, SearchItem } from './answer.ts';
import { useWhere } from './opened.tsx';
import { findPlaces } from './places.ts';
import { recentItems } from './recent.ts';
import { useAnswer } from './use-answer.ts';

interface Choice extends SearchItem {
  /** Known without asking the server: it is of what is typed now. */
  isHere: boolean;
}
interface ChoiceGroup {
  name: SearchGroup['name'] | 'recent' | 'places';
  items: Choice[];
}

const mostRecent = 6;
const fewRecent = 3;

/** What can be opened: first what was opened lately, then pages and actions, and what the workspace has below these. */
export function useChoices(q: string) {
  const t = useTranslations('console.shell');
  const { workspace, person } = useWhere();
  const [opened] = useState(() => recentItems(workspace, person));
  const { answer, status } = useAnswer(workspace, q);
  const isAsking = q.trim() !== '';
  const recent = isAsking
    ? opened.filter(({ title, detail }) => hasBeginnings(`${title} ${detail}`, q)).slice(0, fewRecent)
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
