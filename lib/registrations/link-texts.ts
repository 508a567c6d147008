import type { Context } from '#lib/context.ts';
import type { LinkPurpose } from '#lib/database/tables/registrations.ts';
import type { Locale } from '#lib/i18n.ts';
import { createMailTexts, oneLine } from '#lib/mail/letter.ts';
import { fetchSender } from './account-holder.ts';

/** Texts with a link, ready to send by the platform itself. */
export interface LinkTexts {
  /** Only characters of GSM 03.38, which leaves 160 to a message. Longer only if the link alone is too long. */
  sms: string;
  whatsapp: string;
}

/** Characters of one GSM-7 message. One character beyond its alphabet would leave 70. */
const smsCharacters = 160;

interface TextOptions {
  url: string;
  purpose: LinkPurpose;
  /** Language that the supplier chose in the wizard. */
  locale: Locale | null;
}

/** Returns the texts in the name that the wizard shows. */
export async function linkTexts(ctx: Context, { url, purpose, locale }: TextOptions): Promise<LinkTexts> {
  const { name, environment } = await fetchSender(ctx.workspace);
  const t = createMailTexts(locale ?? 'es-AR');
  const render = (key: 'mail.text.sms' | 'mail.text.whatsapp', holder: string) =>
    t(key, { holder, environment, url, purpose: purpose === 'point-of-sale' ? 'point' : purpose }).text;
  return {
    sms: smsText((holder) => render('mail.text.sms', holder), name),
    whatsapp: render('mail.text.whatsapp', oneLine(name)),
  };
}

/** Shortens the name so that the text fits one message. */
function smsText(render: (holder: string) => string, name: string): string {
  const holder = toGsm(oneLine(name));
  const room = smsCharacters - toGsm(render('')).length;
  return toGsm(render(holder.slice(0, Math.max(room, 1)).trim()));
}

/** The basic alphabet of GSM 03.38 without its extension, whose characters count twice. */
const gsmAlphabet = new Set(
  '@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);

/** Replaces letters outside the alphabet by those without an accent, and drops what has none. */
const toGsm = (text: string): string =>
  [...text.normalize('NFC')]
    .map((character) =>
      gsmAlphabet.has(character)
        ? character
        : [...character.normalize('NFD')].filter((part) => gsmAlphabet.has(part)).join(''),
    )
    .join('');
