import type { Token, TokenizerAndRendererExtension, Tokens } from 'marked';
import { escaped } from './_escaped.ts';
import { lineClass, partsOfLine } from './_lines.ts';
import type { Locale } from './_pages.ts';

const languageNames: Record<string, string> = {
  sh: 'curl',
  ts: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  go: 'Go',
};

interface Tabs extends Tokens.Generic {
  type: 'tabs';
  blocks: Tokens.Code[];
}

interface Info {
  language: string;
  isTab: boolean;
  /** The file's name, if the block is a whole file. */
  file?: string | undefined;
}

/** Parses the info string of a code block, such as `ts tab` or `python tab receiver.py`. */
export function infoOf({ lang = '' }: Tokens.Code): Info {
  const [language = '', ...words] = lang.split(/\s+/);
  return { language, isTab: words.includes('tab'), file: words.find((word) => word.includes('.')) };
}

/** Merges adjacent tab blocks, if only blank lines separate them, into one token. */
export function withTabs(tokens: Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    if (token.type === 'space' && last?.type === 'tabs') continue;
    if (!isTab(token)) joined.push(token);
    else if (last?.type === 'tabs') (last as Tabs).blocks.push(token);
    else joined.push({ type: 'tabs', raw: '', blocks: [token] } satisfies Tabs);
  }
  return joined;
}

const isTab = (token: Token): token is Tokens.Code =>
  token.type === 'code' && infoOf(token as Tokens.Code).isTab;

/** Renders tabs as radio buttons, which need no script. */
export function tabsExtension(locale: Locale = 'en'): TokenizerAndRendererExtension {
  let count = 0;
  return {
    name: 'tabs',
    renderer(token) {
      const { blocks } = token as Tabs;
      const name = `tabs-${++count}`;
      const languages = blocks.map((block) => infoOf(block).language);
      const choices = languages.map((language, at) => {
        const id = `${name}-${language}`;
        const checked = at === 0 ? ' checked' : '';
        return `<input type="radio" name="${name}" id="${id}" value="${language}"${checked}><label for="${id}">${nameOf(language)}</label>`;
      });
      return `<div class="tabs">
<fieldset><legend>${locale === 'en' ? 'Language' : 'Lenguaje'}</legend>${choices.join('')}</fieldset>
${blocks.map(codeBlock).join('')}</div>
`;
    },
  };
}

const nameOf = (language: string) => escaped(languageName(language));

export const languageName = (language: string) => languageNames[language] ?? language;

/** A block of code below its file's name. A block in tabs also has its language above it, for printing. */
export function codeBlock(token: Tokens.Code): string {
  const { language, isTab, file } = infoOf(token);
  const title = isTab ? `<p class="language">${nameOf(language)}</p>` : '';
  const name = file ? `<p class="file">${escaped(file)}</p>` : '';
  return `<div class="code" data-language="${escaped(language)}">${title}${name}<pre><code>${linesOf(token.text)}</code></pre></div>\n`;
}

/** Each line's element contains its line end, so that copying gives the block's text. */
const linesOf = (text: string) =>
  text
    .split(/(?<=\n)/)
    .map((line) => {
      const name = lineClass(line);
      const { text, end } = partsOfLine(line);
      return `<span${name ? ` class="${name}"` : ''}>${escaped(text)}${end && `<i>${end}</i>`}</span>`;
    })
    .join('');
