import type { Token, TokenizerAndRendererExtension, Tokens } from 'marked';
import { escaped } from './_escaped.ts';
import { lineClass } from './_lines.ts';

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

/** ```` ```ts tab ````, ```` ```python tab receiver.py ````. */
export function infoOf({ lang = '' }: Tokens.Code): Info {
  const [language = '', ...words] = lang.split(/\s+/);
  return { language, isTab: words.includes('tab'), file: words.find((word) => word.includes('.')) };
}

/** Merges adjacent tab blocks, separated only by blank lines, into one token. */
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

/** Draws tabs with radio buttons, which need no script. */
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

/** A block of code below its file's name. In tabs its language is printed above it on paper. */
export function codeBlock(token: Tokens.Code): string {
  const { language, isTab, file } = infoOf(token);
  const title = isTab ? `<p class="language">${nameOf(language)}</p>` : '';
  const name = file ? `<p class="file">${escaped(file)}</p>` : '';
  return `<div class="code" data-language="${escaped(language)}">${title}${name}<pre><code>${linesOf(token.text)}</code></pre></div>\n`;
}

/** Line ends stay inside their line's element, so that the elements' text is the block's text. */
const linesOf = (text: string) =>
  text
    .split(/(?<=\n)/)
    .map((line) => {
      const name = lineClass(line);
      return `<span${name ? ` class="${name}"` : ''}>${escaped(line)}</span>`;
    })
    .join('');
