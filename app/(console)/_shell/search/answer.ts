import type { FoundIn } from '#lib/reports/search.ts';
import type { IconName } from '../../_ui/icon.tsx';

/** One line of what was found, and where it leads. */
export interface SearchItem {
  href: string;
  title: string;
  detail: string;
  icon: IconName;
}

export interface SearchGroup {
  name: FoundIn['source'];
  items: SearchItem[];
  more: boolean;
  /** The list that has all of it. */
  listHref?: string | undefined;
}

/** What a workspace has of a text, and how much of it the person's others, which are of the other environment. */
export interface SearchAnswer {
  q: string;
  groups: SearchGroup[];
  elsewhere: { name: string; href: string; count: number; more: boolean }[];
}

export const noAnswer: SearchAnswer = { q: '', groups: [], elsewhere: [] };
export const searchPath = '/search';
