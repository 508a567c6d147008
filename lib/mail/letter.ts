import type { Colour } from '#lib/colour.ts';
import { createTexts, type Locale, type TextKey } from '#lib/i18n.ts';

export type Block =
  | { kind: 'over' | 'title' | 'heading' | 'paragraph' | 'panel' | 'warning' | 'small'; content: MailText }
  | { kind: 'list' | 'steps'; items: MailText[] }
  /** `urlLabel` labels the plain URL, for mail programs that show no buttons. */
  | { kind: 'button'; content: MailText; url: string; urlLabel: MailText; colour?: Colour | undefined };

export type Letter = Record<'subject' | 'text' | 'html', string>;

/** Renders the letter as text and as HTML. The HTML loads nothing from the network. */
export const compose = (locale: Locale, subject: string, blocks: Block[]): Letter => ({
  subject,
  text: `${blocks.map(textOf).join('\n\n')}\n`,
  html: documentOf(locale, subject, blocks.map(htmlOf).join('\n')),
});

function textOf(block: Block): string {
  switch (block.kind) {
    case 'title':
      return `${block.content.text}\n${'='.repeat(block.content.text.length)}`;
    case 'list':
      return block.items.map(({ text }) => `- ${text}`).join('\n');
    case 'steps':
      return block.items.map(({ text }, index) => `${index + 1}. ${text}`).join('\n');
    case 'button':
      return `${block.content.text}:\n${block.url}`;
    default:
      return block.content.text;
  }
}

/**
 * Only the button has a solid background; those of the panels are translucent. The reader's mail program chooses
 * light or dark, and adapting solid colours to it would need a style sheet, which many mail programs remove.
 */
const styles = {
  page: "max-width:36em;margin:0 auto;padding:24px 20px 32px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',Arial,sans-serif;font-size:17px;line-height:1.5;overflow-wrap:break-word",
  over: 'margin:0 0 8px;font-size:15px',
  title: 'margin:0 0 16px;font-size:26px;line-height:1.2',
  heading: 'margin:24px 0 8px;font-size:18px;line-height:1.3',
  paragraph: 'margin:0 0 16px',
  panel: 'margin:0 0 16px;padding:12px 16px;border-left:4px solid #3d8794;background:rgba(127,140,141,.14)',
  warning: 'margin:0 0 16px;padding:12px 16px;border-left:4px solid #b57b00;background:rgba(201,138,0,.16)',
  small: 'margin:0 0 12px;font-size:15px',
  list: 'margin:0 0 16px;padding-left:22px',
  item: 'margin:0 0 6px',
  buttonCell: 'border-radius:8px;background:',
  button:
    'display:inline-block;padding:13px 26px;border-radius:8px;color:#ffffff;font-weight:bold;text-decoration:none',
  address: 'margin:0 0 20px;font-size:15px;word-break:break-all',
};

const documentOf = (locale: Locale, subject: string, body: string) => `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0">
<div style="${styles.page}">
${body}
</div>
</body>
</html>
`;

function htmlOf(block: Block): string {
  switch (block.kind) {
    case 'title':
      return `<h1 style="${styles.title}">${block.content.html}</h1>`;
    case 'heading':
      return `<h2 style="${styles.heading}">${block.content.html}</h2>`;
    case 'list':
      return `<ul style="${styles.list}">${block.items.map(itemOf).join('')}</ul>`;
    case 'steps':
      return `<ol style="${styles.list}">${block.items.map(itemOf).join('')}</ol>`;
    case 'button':
      return buttonOf(block);
    default:
      return `<p style="${styles[block.kind]}">${block.content.html}</p>`;
  }
}

const itemOf = ({ html }: MailText) => `<li style="${styles.item}">${html}</li>`;

const ownColour: Colour = '#107082';

/** Uses a table, because Outlook ignores the padding of a link. */
function buttonOf({
  content,
  url,
  urlLabel,
  colour = ownColour,
}: Extract<Block, { kind: 'button' }>): string {
  const address = escapeHtml(url);
  return `<table role="presentation" cellspacing="0" cellpadding="0" border="0" style="margin:24px 0 16px"><tr>
<td bgcolor="${colour}" style="${styles.buttonCell}${colour}"><a href="${address}" style="${styles.button}">${content.html}</a></td>
</tr></table>
<p style="${styles.address}">${urlLabel.html}<br><a href="${address}">${address}</a></p>`;
}

/** One text, as plain text and as HTML. */
export interface MailText {
  text: string;
  html: string;
}

/** Returns a function that renders texts of the catalogue; string values are untrusted and get escaped. */
export function createMailTexts(locale: Locale) {
  // Only the keys are typed: the arguments depend on the key, which is chosen at run time.
  const { markup } = createTexts(locale) as unknown as { markup(key: TextKey, values: object): string };
  return (key: TextKey, values: Record<string, string | number> = {}): MailText => {
    const text = mapTexts(values, oneLine);
    return {
      text: markup(key, { ...text, ...textTags }),
      html: markup(key, { ...mapTexts(text, escapeHtml), ...htmlTags }),
    };
  };
}

/** Renders untrusted text on one line. */
export function literalText(written: string): MailText {
  const text = oneLine(written);
  return { text, html: escapeHtml(text) };
}

export const joinTexts = (...parts: MailText[]): MailText => ({
  text: parts.map(({ text }) => text).join(' '),
  html: parts.map(({ html }) => html).join(' '),
});

/** Converts untrusted text to one line. Removes control, invisible and bidi characters. */
export const oneLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\p{Cf}/gu, '')
    .trim();

const maxSubjectPartLength = 80;

export function forSubject(text: string): string {
  const characters = [...oneLine(text)];
  if (characters.length <= maxSubjectPartLength) return characters.join('');
  return `${characters.slice(0, maxSubjectPartLength).join('').trimEnd()}…`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

const unchanged = (inner: string) => inner;
const textTags = { b: unchanged, n: unchanged, mail: unchanged };
const htmlTags = {
  b: (inner: string) => `<strong>${inner}</strong>`,
  /** Keeps the text on one line. */
  n: (inner: string) => `<span style="white-space:nowrap">${inner}</span>`,
  mail: (inner: string) => `<a href="mailto:${inner}">${inner}</a>`,
};

const mapTexts = (values: Record<string, string | number>, change: (text: string) => string) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? change(value) : value]),
  );
