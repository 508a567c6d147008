import { createTranslator } from 'next-intl';
import { timeZone } from '#lib/buenos-aires.ts';
import { escapeHtml } from '#lib/mail/texts.ts';
import messages from '#messages/supplier-data.es.json' with { type: 'json' };
import type { PartName } from './supplier-rows.ts';

/** Who asks for their data in Argentina reads Spanish, whatever the Console speaks. */
const say = createTranslator({ locale: 'es-AR', messages });

interface IndexPage {
  name: string;
  workspace: string;
  at: Date;
  doc: Record<string, unknown>;
  /** How many rows each file has. */
  counts: ReadonlyMap<PartName, number>;
  files: number;
  /** Ids of other entries of the same tax code. */
  others: string[];
}

/** What is in the download, for a person. */
export function indexPage({ name, workspace, at, doc, counts, files, others }: IndexPage): string {
  const day = new Intl.DateTimeFormat('es-AR', {
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  }).format(at);
  const rows = [...counts].map(([part, count]) =>
    row(`datos/${part}.json`, say(`parts.${part}`, { workspace }), count),
  );
  const paragraphs = [
    say('lead', { workspace, at: day }),
    say('missing', { workspace }),
    say('kept', { workspace }),
    ...(others.length > 0 ? [say('others', { workspace, ids: others.join(', ') })] : []),
  ];
  return `<!doctype html>
<html lang="es-AR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(say('title', { name }))}</title>
<style>${style}</style>
<h1>${escapeHtml(say('title', { name }))}</h1>
${paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('\n')}
<table>
<thead><tr>${(['file', 'what', 'count'] as const).map((column) => `<th scope="col">${escapeHtml(say(`columns.${column}`))}</th>`).join('')}</tr></thead>
<tbody>
${[...rows, row('archivos/', say('files'), files)].join('\n')}
</tbody>
</table>
<h2>${escapeHtml(say('document'))}</h2>
<pre>${escapeHtml(JSON.stringify(doc, null, 2))}</pre>
</html>
`;
}

const row = (file: string, what: string, count: number) =>
  `<tr><td><a href="${file}">${file}</a></td><td>${escapeHtml(what)}</td><td class="count">${count}</td></tr>`;

const style = `
:root { color-scheme: light dark; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.4rem 0.6rem; border-bottom: 1px solid #8886; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
.count { text-align: right; }
pre { padding: 1rem; overflow-x: auto; border: 1px solid #8886; white-space: pre-wrap; overflow-wrap: anywhere; }
`;
