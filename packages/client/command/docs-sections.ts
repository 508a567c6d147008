import MiniSearch from 'minisearch';

/** A heading of a page with the text below it, up to the next heading. The first section has the page's title. */
export interface Section {
  page: string;
  title: string;
  heading: string;
  text: string;
}

/** Splits a page at its headings. A line with `#` within a code block is none. */
export function sectionsOf(page: string, markdown: string): Section[] {
  const sections: Section[] = [];
  let isCode = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const [, heading] = isCode ? [] : (/^#{1,3} (.*)$/.exec(line) ?? []);
    const current = sections.at(-1);
    if (heading !== undefined || !current) {
      const name = (heading ?? '').replaceAll('`', '');
      sections.push({ page, title: sections[0]?.heading ?? name, heading: name, text: line });
    } else current.text += `\n${line}`;
  }
  return sections;
}

const longestAnswer = 8_000;
const longestPage = 12_000;

/** A page, or one section of it. Of a long page, its beginning and the names of its sections. */
export function readPage(page: string, markdown: string, section?: string): string {
  const sections = sectionsOf(page, markdown);
  const names = sections.map(({ heading }) => `- ${heading}`).join('\n');
  if (section === undefined) {
    if (markdown.length <= longestPage) return markdown;
    return `${sections[0]?.text.trim()}\n\nThe page is long. Read it by \`section\`:\n${names}`;
  }
  const named = sections.filter(({ heading }) => plain(heading) === plain(section));
  if (named.length) return named.map(({ text }) => text.trim()).join('\n\n');
  return `The page has no section «${section}». It has:\n${names}`;
}

const fillers = new Set('a an and the of to for in on how do does i is it my'.split(' '));

/** Lower case, without accents. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

/** A name such as `expires_in` or `item.key` is one word. */
const wordsOf = (text: string): string[] =>
  plain(text).match(/[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/gu) ?? [];

/**
 * Sections with all of the words, or else with some, the best first; a word in the heading or the title counts more
 * than one in the text. Of a long section, only the paragraphs and table rows with the words.
 */
export function searchSections(sections: Section[], asked: string): string {
  const written = wordsOf(asked);
  const telling = written.filter((word) => !fillers.has(word));
  const query = (telling.length ? telling : written).join(' ');
  const index = new MiniSearch<Section & { id: number }>({
    fields: ['heading', 'title', 'text'],
    tokenize: wordsOf,
    searchOptions: {
      boost: { heading: 8, title: 4 },
      prefix: true,
      // The changelog is seldom what is looked for.
      boostDocument: (id) => (/changelog/.test(sections[id]?.page ?? '') ? 0.25 : 1),
    },
  });
  index.addAll(sections.map((section, id) => ({ ...section, id })));
  const withAll = index.search(query, { combineWith: 'AND' });
  const found = withAll.length ? withAll : index.search(query);
  let answer = '';
  for (const { id, terms } of found) {
    const { page, heading, text } = sections[id] as Section;
    const excerpt = `[${page}, section: ${heading}]\n${excerptOf(text, terms)}\n\n`;
    if (answer.length + excerpt.length > longestAnswer) break;
    answer += excerpt;
  }
  if (!answer) return 'No section contains any of the words.';
  const missing = withAll.length ? '' : 'No section contains all of the words; these have some.\n\n';
  return missing + answer.trim();
}

const longestExcerpt = 1_800;

/** @param terms words of the text that were found */
function excerptOf(text: string, terms: string[]): string {
  if (text.length <= longestExcerpt) return text.trim();
  const [heading = '', ...parts] = text.split(/\n{2,}|\n(?=\|)/);
  const countOf = (part: string) => {
    const words = new Set(wordsOf(part));
    return terms.filter((term) => words.has(term)).length;
  };
  const ranked = parts
    .map((part, at) => ({ part: part.slice(0, longestExcerpt), at, count: countOf(part) }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count || one.at - other.at);
  const kept: typeof ranked = [];
  let length = heading.length;
  for (const each of ranked) {
    length += each.part.length;
    if (kept.length && length > longestExcerpt) break;
    kept.push(each);
  }
  return [heading, ...kept.toSorted((one, other) => one.at - other.at).map(({ part }) => part)].join('\n\n');
}
