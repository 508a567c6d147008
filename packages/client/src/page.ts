/** A page of a list. */
export interface Page<Item> {
  list: Item[];
  next_cursor?: string;
}

/**
 * A list that is fetched as needed: `for await (const item of list)` goes through all of it, page by page;
 * `await list` returns the first page.
 */
export interface Paged<Answer extends Page<unknown>>
  extends AsyncIterable<Answer['list'][number]>,
    PromiseLike<Answer> {
  pages(): AsyncIterable<Answer>;
}

/** `read` fetches the page at a cursor, or the first page for undefined. */
export function paged<Answer extends Page<unknown>>(
  read: (cursor: string | undefined) => Promise<Answer>,
): Paged<Answer> {
  async function* pages() {
    let cursor: string | undefined;
    do {
      const page = await read(cursor);
      yield page;
      cursor = page.next_cursor;
    } while (cursor !== undefined);
  }
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.list as Answer['list'][number][];
    },
    // biome-ignore lint/suspicious/noThenProperty: `await list` is its first page.
    then: (...callbacks) => read(undefined).then(...callbacks),
  };
}
