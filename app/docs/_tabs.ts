import type { Token, TokenizerAndRendererExtension, Tokens } from 'marked';
import { escaped } from './_escaped.ts';
import { lineClass } from './_lines.ts';

/** What the languages of examples are called. */
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
  /** Of a block that is a file of its own. */
  file?: string | undefined;
}

/** ```` ```ts tab ````, ```` ```python tab receiver.py ````. */
export function infoOf({ lang = '' }: Tokens.Code): Info {
  const [language = '', ...words] = lang.split(/\s+/);
  return { language, isTab: words.includes('tab'), file: words.find((word) => word.includes('.')) };
}

/** Blocks that are tabs and have nothing but blank lines between them become one token. */
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

/** How tabs are drawn: by radio buttons, which need no script. `prefix` makes their ids unique on the page. */
export function tabsExtension(): TokenizerAndRendererExtension {
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
<fieldset><legend>Language</legend>${choices.join('')}</fieldset>
${blocks.map(codeBlock).join('')}</div>
`;
    },
  };
}

const nameOf = (language: string) => escaped(languageName(language));

export const languageName = (language: string) => languageNames[language] ?? language;

/** One block of code, below the name of its file; in tabs its language is printed above it on paper. */
export function codeBlock(token: Tokens.Code): string {
  const { language, isTab, file } = infoOf(token);
  const title = isTab ? `<p class="language">${nameOf(language)}</p>` : '';
  const name = file ? `<p class="file">${escaped(file)}</p>` : '';
  return `<div class="code" data-language="${escaped(language)}">${title}${name}<pre><code>${linesOf(token.text)}</code></pre></div>\n`;
}

/** A line ends within its own element: the text of them all is the text of the block. */
const linesOf = (text: string) =>
  text
    .split(/(?<=\n)/)
    .map((line) => {
      const name = lineClass(line);
      return `<span${name ? ` class="${name}"` : ''}>${escaped(line)}</span>`;
    })
    .join('');
