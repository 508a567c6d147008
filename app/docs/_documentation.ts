import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Marked } from 'marked';
import { publicFileAddress } from '../_public-file.ts';

/** The pages for integrators, in their order; docs/ has others, for readers of the code. */
export const pages = {
  README: 'Overview',
  'quick-start': 'Quick start',
  authentication: 'Authentication',
  'white-label': 'White label',
  delegation: 'Delegation',
  webhooks: 'Workflows and webhooks',
  invoices: 'Invoices',
  batches: 'Many at once',
  errors: 'Errors',
  limits: 'Limits',
  versions: 'Versions',
  changelog: 'Changelog',
  'api-changelog': 'Contracts',
} as const;
export type PageName = keyof typeof pages;

export const isPage = (name: string): name is PageName => Object.hasOwn(pages, name);

const made = new Map<PageName, string>();

/** The page as it is in docs/, as plain HTML. Made once. */
export function documentationPage(name: PageName): Response {
  const html = made.get(name) ?? render(name);
  made.set(name, html);
  return new Response(html, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=300' },
  });
}

function render(name: PageName): string {
  const text = readFileSync(join(process.cwd(), 'docs', `${name}.md`), 'utf8');
  const navigation = (Object.keys(pages) as PageName[])
    .map((each) => {
      const here = each === name ? ' aria-current="page"' : '';
      return `<li><a href="${addressOf(each)}"${here}>${pages[each]}</a></li>`;
    })
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${pages[name]} · Alta</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="${publicFileAddress('docs.css')}">
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header><nav aria-label="Documentation"><strong>Alta</strong><ul>${navigation}<li><a href="/api/docs">API reference</a></li></ul></nav></header>
<main id="content">
${markdown().parse(text)}
</main>
</body>
</html>`;
}

const addressOf = (name: string) => (name === 'README' ? '/docs' : `/docs/${name}`);

/** Markup inside the Markdown is left out, and a link leads to another page, to its own, or to https. */
function markdown(): { parse(text: string): string } {
  const marked = new Marked({
    async: false,
    renderer: {
      html: () => '',
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${idOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const address = linkOf(href);
        return address ? `<a href="${address}">${text}</a>` : text;
      },
      image: ({ text }) => escaped(text),
      table(token) {
        const cells = (row: typeof token.header, tag: 'th' | 'td') =>
          row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('');
        const body = token.rows
          .map((row) => `<tr${rowId(token.header[0]?.text, row[0]?.text)}>${cells(row, 'td')}</tr>`)
          .join('\n');
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${cells(token.header, 'th')}</tr></thead><tbody>\n${body}\n</tbody></table></div>\n`;
      },
      code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>\n`,
    },
  });
  return { parse: (text) => marked.parse(text) as string };
}

function linkOf(href: string): string | undefined {
  if (/^(https:\/\/|#)/.test(href) || href === '/api/docs') return escaped(href);
  const [, name = '', fragment = ''] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(href) ?? [];
  return isPage(name) ? `${addressOf(name)}${fragment}` : undefined;
}

/** Of a row of the catalogue of errors: `key-validation`, `code-other-cuit`. */
function rowId(heading = '', text = ''): string {
  const [, name] = /^`([a-z0-9-]+)`$/.exec(text) ?? [];
  return name && ['key', 'code'].includes(heading) ? ` id="${heading}-${name}"` : '';
}

/** As GitHub makes them. */
const idOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
