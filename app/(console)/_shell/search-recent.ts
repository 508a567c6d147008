import type { SearchItem } from './search-places.ts';

const prefix = 'alta-opened:';
const most = 12;

/** What a person opened last in a workspace. In this browser, which others may use too: by who they are. */
const keyOf = (workspace: string, person: string) => `${prefix}${workspace}:${person}`;

export function recentItems(workspace: string, person: string): SearchItem[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(workspace, person)) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isItem) : [];
  } catch {
    // A browser may keep nothing, or somebody else's text.
    return [];
  }
}

export function rememberItem(workspace: string, person: string, item: SearchItem): void {
  const others = recentItems(workspace, person).filter(({ href }) => href !== item.href);
  try {
    localStorage.setItem(keyOf(workspace, person), JSON.stringify([item, ...others].slice(0, most)));
  } catch {
    // Full, or refused.
  }
}

/** Who logs out leaves no names behind. */
export function forgetItems(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key);
  } catch {
    // Refused: then there is nothing either.
  }
}

const isItem = (item: unknown): item is SearchItem =>
  typeof item === 'object' &&
  item !== null &&
  ['href', 'title', 'detail', 'icon'].every(
    (name) => typeof (item as Record<string, unknown>)[name] === 'string',
  ) &&
  (item as SearchItem).href.startsWith('/w/');
