import { type Answer, pageAnswer } from '#simulator/http/exchange.ts';
import { escapeXml } from '#simulator/soap/xml.ts';
import type { Environment } from '../environment.ts';

export type Page = {
  environment: Environment;
  title: string;
  /** Name and CUIT of the logged-in person. */
  user?: string;
  body: Html;
  /** Refusal in the authority's words, shown above the body. */
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

/** Markup that is safe to insert unescaped. */
export type Html = { markup: string };

type Part = Html | Html[] | string | number | undefined;

/** Tagged template that escapes every value except Html. Undefined renders as nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const markup = strings.map((text, index) => text + render(parts[index])).join('');
  return { markup };
}

function render(part: Part): string {
  if (part === undefined) return '';
  if (Array.isArray(part)) return part.map(({ markup }) => markup).join('\n');
  return typeof part === 'object' ? part.markup : escapeXml(String(part));
}

type Field = { label: string; name: string; value?: string; hint?: string; autocomplete?: string };

export function textField({ label, name, value = '', hint, autocomplete = 'off' }: Field): Html {
  const note = hint ? html`<small>${hint}</small>` : undefined;
  return html`<p class="field"><label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${value}" autocomplete="${autocomplete}" spellcheck="false">${note}</p>`;
}

/** A read-only value set by the portal. */
export function fixedField({ label, name, value = '' }: Field): Html {
  return html`<p class="field"><label for="${name}">${label}</label>
    <input id="${name}" value="${value}" readonly></p>`;
}

export function areaField({ label, name, value = '' }: Field): Html {
  return html`<p class="field"><label for="${name}">${label}</label>
    <textarea id="${name}" name="${name}" rows="14" spellcheck="false">${value}</textarea></p>`;
}

export function selectField(field: Field & { options: { value: string; title: string }[] }): Html {
  const options = field.options.map(({ value, title }) =>
    value === field.value
      ? html`<option value="${value}" selected>${title}</option>`
      : html`<option value="${value}">${title}</option>`,
  );
  return html`<p class="field"><label for="${field.name}">${field.label}</label>
    <select id="${field.name}" name="${field.name}"><option value=""></option>${options}</select></p>`;
}

/** A select that submits its form on change, or by a button where there is no script. */
export function choosingField({ label, name, value, options }: Parameters<typeof selectField>[0]): Html {
  const entries = options.map((option) =>
    option.value === value
      ? html`<option value="${option.value}" selected>${option.title}</option>`
      : html`<option value="${option.value}">${option.title}</option>`,
  );
  return html`<p class="field"><label for="${name}">${label}</label>
    <select id="${name}" name="${name}" onchange="this.form.submit()">${entries}</select></p>
    <noscript><button>Seleccionar</button></noscript>`;
}

/**
 * The browser's own button cannot be renamed, so it is hidden. The label beside the file name acts as the
 * button, shows the portal's word and works without script.
 */
export function fileField({ label, name }: Field): Html {
  return html`<p class="field file"><label for="${name}">${label}</label>
    <span><label for="${name}" class="browse">Examinar…</label> <input id="${name}" name="${name}" type="file"></span></p>`;
}

export function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}
