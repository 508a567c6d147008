/** What a tab's page is given. */
export interface TabProps {
  params: Promise<{ workspace: string; id: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The cursor in a tab's address; undefined for none. */
export async function cursorIn(searchParams: TabProps['searchParams']): Promise<string | undefined> {
  const { cursor } = await searchParams;
  return typeof cursor === 'string' && cursor ? cursor : undefined;
}
