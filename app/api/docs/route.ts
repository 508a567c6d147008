import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiOf } from '#lib/http/openapi.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { service as access } from '../access/v1/_service.ts';
import { service as govAr } from '../apps/gov-ar/v1/_service.ts';
import { service as silo } from '../silo/v1/_service.ts';
import { service as transform } from '../transform/v1/_service.ts';
import { service as utils } from '../utils/v1/_service.ts';
import { referenceOf } from './_reference.ts';

export const dynamic = 'force-dynamic';

let page: string | undefined;

/** The contracts of all services, for people: a page without a script, and nothing from elsewhere. */
export function GET(): Response {
  page ??= render();
  return new Response(page, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'public, max-age=300' },
  });
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');

function render(): string {
  const stylesheet = readFileSync(join(process.cwd(), 'public', 'docs.css'));
  const version = createHash('sha256').update(stylesheet).digest('hex').slice(0, 12);
  const contracts = [silo, transform, access, govAr, utils].map(openApiOf);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>API reference · Alta</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="/docs.css?v=${version}">
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header><nav aria-label="Documentation"><strong>Alta</strong><ul><li><a href="/docs">Guides</a></li><li><a href="/api/docs" aria-current="page">API reference</a></li></ul></nav></header>
<main id="content">
<h1>API reference</h1>
<p>Every request carries <code>Authorization: Bearer</code> and an API key of the workspace. A failure is a <code>Problem</code> (RFC 9457). Clients ignore members and values that they do not know: a version only grows.</p>
${contracts.map(referenceOf).join('\n')}
</main>
</body>
</html>`;
}
