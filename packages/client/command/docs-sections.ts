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

/**
 * Sections with the words, the best first: those with all words before those with some, and a word in the heading
 * or the title before one in the text. Of a long section, only the paragraphs and table rows with the words.
 */
export function searchSections(sections: Section[], asked: string): string {
  const written = [...new Set(plain(asked).split(/[^\p{L}\p{N}_.-]+/u))].filter(Boolean);
  const telling = written.filter((word) => !fillers.has(word));
  const words = telling.length ? telling : written;
  const found = sections
    .map((section) => ({ section, ...matchOf(section, words, plain(asked).trim()) }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count || other.score - one.score);
  const best = found[0]?.count ?? 0;
  let answer = '';
  for (const { section, count } of found) {
    const text = `[${section.page}, section: ${section.heading}]\n${excerptOf(section.text, words)}\n\n`;
    if (count < best || answer.length + text.length > longestAnswer) break;
    answer += text;
  }
  if (!answer) return 'No section contains any of the words.';
  const missing = best < words.length ? `No section contains all of the words; these have ${best}.\n\n` : '';
  return missing + answer.trim();
}

function matchOf({ page, title, heading, text }: Section, words: string[], phrase: string) {
  const places = [
    { place: plain(heading), weight: 8 },
    { place: plain(title), weight: 4 },
    { place: plain(text), weight: 1 },
  ];
  const scores = words.map((word) =>
    places.reduce((sum, { place, weight }) => sum + (hasWord(place, word) ? weight : 0), 0),
  );
  const together = places.reduce((sum, { place, weight }) => sum + (place.includes(phrase) ? weight : 0), 0);
  const score = scores.reduce((sum, each) => sum + each, together);
  return {
    count: scores.filter((each) => each > 0).length,
    // The changelog is seldom what is looked for.
    score: /changelog/.test(page) ? score / 4 : score,
  };
}

const longestExcerpt = 1_800;

function excerptOf(text: string, words: string[]): string {
  if (text.length <= longestExcerpt) return text.trim();
  const [heading = '', ...parts] = text.split(/\n{2,}|\n(?=\|)/);
  const countOf = (part: string) => words.filter((word) => hasWord(plain(part), word)).length;
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

/** Whether a text has the word, or one that begins with it. */
const hasWord = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true;
  }
  return false;
};

/** Lower case, without accents. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
