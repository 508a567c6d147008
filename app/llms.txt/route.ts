import { servicePages } from '#app/api/docs/_services.ts';
import { summaryOf } from '#app/docs/_guide.ts';
import { groups, isIn, type Locale, pages, sourceAddressOf } from '#app/docs/_pages.ts';
import { env } from '#lib/env.ts';

export const dynamic = 'force-dynamic';

/** Lists the pages for programs that read them, in the form of https://llmstxt.org. */
export const GET = () =>
  new Response(text(env().ALTA_ORIGIN), { headers: { 'content-type': 'text/plain; charset=utf-8' } });

function text(origin: string): string {
  const link = ({ name, title, spanishTitle }: (typeof pages)[number], locale: Locale) =>
    `- [${locale === 'en' ? title : spanishTitle}](${origin}${sourceAddressOf(name, locale)}): ${summaryOf(name, locale)}`;
  return `# Alta

> Takes a company in Argentina from a tax id to electronic invoices with ARCA: an API, webhooks, and a registration wizard that a platform's suppliers open by a link.

A supplier is an entry in the folder \`suppliers\`. A workflow runs on it as a job, and the supplier follows a link. Once its state is \`registered\`, invoices can be sent for it. The API is below ${origin}/api; every call has \`Authorization: Bearer\` with the key of a workspace, sandbox or live. No package of Alta is in a registry: install only the files that an installation gives you.

${Object.keys(groups)
  .map(
    (group) => `## ${group}

${pages
  .filter((page) => page.group === group)
  .map((page) => link(page, 'en'))
  .join('\n')}`,
  )
  .join('\n\n')}

## API

- [All services in one file](${origin}/api/openapi.json): OpenAPI 3.1, with the webhooks.
${servicePages.map(({ slug, title, description }) => `- [${title}](${origin}/api/${slug}/openapi.json): ${description} [Reference with examples](${origin}/api/docs/${slug}).`).join('\n')}
- [Events](${origin}/docs/events.md): every webhook with an example. The fields of one are in ${origin}/docs/events/<name>.md.

## Español

${pages
  .filter(({ name }) => isIn('es', name))
  .map((page) => link(page, 'es'))
  .join('\n')}
`;
}
