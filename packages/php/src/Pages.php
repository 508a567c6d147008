<?php

declare(strict_types=1);

namespace Alta;

/**
 * A list that is fetched as needed: `foreach` goes through all its items, page by page.
 *
 * @template Item
 * @implements \IteratorAggregate<int, Item>
 */
final class Pages implements \IteratorAggregate
{
    /** @internal */
    public function __construct(private readonly \Closure $read, private readonly ?string $cursor = null)
    {
    }

    /** @return \Generator<int, Item> */
    public function getIterator(): \Generator
    {
        foreach ($this->pages() as $page) {
            foreach ($page['list'] as $item) {
                yield $item;
            }
        }
    }

    /** @return \Generator<int, array<string, mixed>> */
    public function pages(): \Generator
    {
        $cursor = $this->cursor;
        do {
            $page = ($this->read)($cursor);
            yield $page;
            $cursor = $page['next_cursor'] ?? null;
        } while ($cursor !== null);
    }

    /**
     * The first page, with its `list` and its `next_cursor`.
     *
     * @return array<string, mixed>
     */
    public function first(): array
    {
        return ($this->read)($this->cursor);
    }
}
