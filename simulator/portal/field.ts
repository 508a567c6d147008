import { type Html, html } from './html.ts';

type Field = { label: string; name: string; value?: string; hint?: string; autocomplete?: string };

export function textField({ label, name, value = '', hint, autocomplete = 'off' }: Field): Html {
  const note = hint ? html`<small>${hint}</small>` : undefined;
  return html`<p class="field"><label for="${name}">${label}</label>
    <input id="${name}" name="${name}" value="${value}" autocomplete="${autocomplete}" spellcheck="false">${note}</p>`;
}

/** A value the portal fixes and shows. */
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

/** A list where choosing is enough: it sends its form by itself, or by a button where there is no script. */
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
 * The browser's own button can not be named, and is hidden: the label beside the file's name is the button, with the
 * portal's word on it, and works without script.
 */
export function fileField({ label, name }: Field): Html {
  return html`<p class="field file"><label for="${name}">${label}</label>
    <span><label for="${name}" class="browse">Examinar…</label> <input id="${name}" name="${name}" type="file"></span></p>`;
}

export function hiddenField(name: string, value: string): Html {
  return html`<input type="hidden" name="${name}" value="${value}">`;
}
