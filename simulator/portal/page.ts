import type { Environment } from '../environment.ts';
import { type Answer, pageAnswer } from '../http/exchange.ts';
import { type Html, html } from './html.ts';

export type Page = {
  environment: Environment;
  title: string;
  /** Who is logged in, by name and CUIT. */
  user?: string;
  body: Html;
  /** A refusal in the authority's words, shown above the body. */
  alert?: string | undefined;
  status?: number;
};

export function portalPage(page: Page): Answer {
  const { environment, title } = page;
  const base = `/${environment}/portal`;
  const banner =
    environment === 'sandbox' ? 'Simulador de ARCA · Homologación' : 'Simulador de ARCA · Producción';
  const user = page.user
    ? html`<form class="user" method="post" action="${base}/salir">
        <span>${page.user}</span> <button class="plain">Salir</button></form>`
    : undefined;
  const alert = page.alert ? html`<p class="alert" role="alert">${page.alert}</p>` : undefined;
  return pageAnswer(
    page.status ?? (page.alert ? 422 : 200),
    documentText(
      title,
      html`<header class="top ${environment}"><a href="${base}">${banner}</a>${user}</header>
        <main><h1>${title}</h1>${alert}${page.body}</main>`,
    ),
  );
}

export function documentText(title: string, body: Html): string {
  const { markup } = html`<!doctype html>
<html lang="es-AR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Simulador de ARCA</title><link rel="stylesheet" href="/portal.css"></head>
<body>${body}
<footer>Simulador de ARCA: no es un sitio oficial ni se conecta con ninguno. Nada de lo que se haga acá tiene efectos fiscales.</footer>
</body></html>
`;
  return markup;
}
