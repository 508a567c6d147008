import type { SearchParams } from '#console/_ui/list-page.tsx';

/** What a tab's page is given. */
export interface TabProps {
  params: Promise<{ workspace: string; id: string }>;
  searchParams: Promise<SearchParams>;
}
