import { createTranslator } from 'next-intl';
import en from '#messages/en.json' with { type: 'json' };
import es from '#messages/es.json' with { type: 'json' };

export const locales = ['es-AR', 'en'] as const;
export type Locale = (typeof locales)[number];
/** The Spanish catalogue is the source: the English one must have its keys. */
export type Messages = typeof es;

export const catalogues: Record<Locale, Messages> = { 'es-AR': es, en };

/** The only zone that is ever shown; storage and API are in UTC. */
export const timeZone = 'America/Argentina/Buenos_Aires';

export function createTexts(locale: Locale) {
  return createTranslator({ locale, messages: catalogues[locale], timeZone });
}
export type Translate = ReturnType<typeof createTexts>;
export type TextKey = Parameters<Translate>[0];

const day = new Intl.DateTimeFormat('es-AR', { timeZone, day: '2-digit', month: '2-digit', year: 'numeric' });
const time = new Intl.DateTimeFormat('es-AR', {
  timeZone,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** `21/11/2026` */
export const formatDay = (date: Date) => day.format(date);
/** `14:05` */
export const formatTime = (date: Date) => time.format(date);
/** `21/11/2026, 14:05` */
export const formatDayAndTime = (date: Date) => `${day.format(date)}, ${time.format(date)}`;

/** The shape that next-intl's plugin asks for; the Console is in Spanish until it has a switch. */
export default async function requestConfig() {
  const locale: Locale = 'es-AR';
  return { locale, messages: catalogues[locale], timeZone };
}
