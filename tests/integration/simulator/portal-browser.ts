/** Somebody in front of the portal: sees labels, links and buttons, and keeps a cookie. No JavaScript. */
export type PortalBrowser = {
  open(path: string): Promise<void>;
  follow(link: string): Promise<void>;
  /** Fills by label and presses the button with this name, in the form (or fieldset) that has it. */
  submit(button: string, values?: Record<string, string | File>, group?: string): Promise<void>;
  page(): { status: number; html: string; title: string; alert: string | undefined };
  links(): string[];
  options(label: string): string[];
  valueOf(label: string): string;
  download(link: string): Promise<{ filename: string; text: string }>;
};

export function openBrowser(origin: string): PortalBrowser {
  let cookie = '';
  let current = { url: `${origin}/`, status: 0, html: '' };

  async function go(url: string, init: RequestInit = {}): Promise<void> {
    const response = await fetch(url, { ...init, headers: { cookie }, redirect: 'manual' });
    const setCookie = response.headers.get('set-cookie')?.split(';')[0];
    if (setCookie) cookie = setCookie;
    const location = response.headers.get('location');
    if (response.status === 303 && location) return go(new URL(location, url).href);
    current = { url, status: response.status, html: await response.text() };
  }

  const links = () => [...current.html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)];
  const hrefOf = (name: string) => {
    const found = links().find(([, , text]) => text === name);
    if (!found) throw new Error(`no link «${name}» in ${current.url}: ${links().map(([, , text]) => text)}`);
    return new URL(decode(found[1] ?? ''), current.url).href;
  };
  const idOf = (label: string) => {
    const id = new RegExp(`<label for="([^"]+)">${escapePattern(label)}</label>`).exec(current.html)?.[1];
    if (!id) throw new Error(`no field «${label}» in ${current.url}`);
    return id;
  };

  return {
    open: (path) => go(origin + path),
    follow: (link) => go(hrefOf(link)),
    submit: async (button, values = {}, group) => {
      const scope = group ? fieldset(current.html, group) : current.html;
      const form = (scope.match(/<form[\s\S]*?<\/form>/g) ?? []).find((text) =>
        text.includes(`>${button}</button>`),
      );
      if (!form) throw new Error(`no button «${button}» in ${current.url}`);
      const opening = form.slice(0, form.indexOf('>'));
      const action = new URL(decode(attribute(opening, 'action') ?? current.url), current.url);
      const data = new FormData();
      for (const [input] of form.matchAll(/<input type="hidden"[^>]*>/g)) {
        data.append(decode(attribute(input, 'name') ?? ''), decode(attribute(input, 'value') ?? ''));
      }
      for (const [label, value] of Object.entries(values)) data.append(idOf(label), value);
      const [pressed] = new RegExp(`<button name=[^>]*>${escapePattern(button)}<`).exec(form) ?? [];
      if (pressed) data.append(attribute(pressed, 'name') ?? '', attribute(pressed, 'value') ?? '');
      if (attribute(opening, 'method') === 'get') {
        for (const [name, value] of data) action.searchParams.set(name, String(value));
        return go(action.href);
      }
      const isMultipart = attribute(opening, 'enctype') === 'multipart/form-data';
      const pairs = [...data].map(([name, value]) => [name, String(value)]);
      return go(action.href, { method: 'POST', body: isMultipart ? data : new URLSearchParams(pairs) });
    },
    page: () => ({
      status: current.status,
      html: current.html,
      title: /<h1>([^<]*)</.exec(current.html)?.[1] ?? '',
      alert: /role="alert">([^<]*)</.exec(current.html)?.[1],
    }),
    links: () => links().map(([, , text]) => text ?? ''),
    options: (label) => {
      const select =
        new RegExp(`<select id="${idOf(label)}"[\\s\\S]*?</select>`).exec(current.html)?.[0] ?? '';
      return [...select.matchAll(/<option[^>]*>([^<]+)</g)].map(([, text]) => text ?? '');
    },
    valueOf: (label) => {
      const id = idOf(label);
      const area = new RegExp(`<textarea id="${id}"[^>]*>([^<]*)</textarea>`).exec(current.html)?.[1];
      return decode(
        area ?? new RegExp(`<input id="${id}"[^>]*value="([^"]*)"`).exec(current.html)?.[1] ?? '',
      );
    },
    download: async (link) => {
      const response = await fetch(hrefOf(link), { headers: { cookie } });
      const filename =
        /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
      return { filename, text: await response.text() };
    },
  };
}

/** The portal's two screens: CUIT, then any clave. */
export async function logIn(
  browser: PortalBrowser,
  environment: 'sandbox' | 'live',
  cuit: string,
): Promise<void> {
  await browser.open(`/${environment}/portal`);
  await enterPortal(browser, cuit);
}

/** The same, where the first of them is open. */
export async function enterPortal(browser: PortalBrowser, cuit: string): Promise<void> {
  await browser.submit('Siguiente', { 'CUIT/CUIL': cuit });
  await browser.submit('Ingresar', { Clave: 'cualquiera' });
}

function fieldset(html: string, legend: string): string {
  const sets = html.match(/<fieldset>[\s\S]*?<\/fieldset>/g) ?? [];
  return sets.find((text) => text.includes(`<legend>${legend}</legend>`)) ?? '';
}

function attribute(tag: string, name: string): string | undefined {
  return new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function decode(text: string): string {
  return text
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}
