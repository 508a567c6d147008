import { createTranslator, type Formats } from 'next-intl';
import accountEn from '#messages/console/account.en.json' with { type: 'json' };
import accountEs from '#messages/console/account.es.json' with { type: 'json' };
import activityEn from '#messages/console/activity.en.json' with { type: 'json' };
import activityEs from '#messages/console/activity.es.json' with { type: 'json' };
import batchesEn from '#messages/console/batches.en.json' with { type: 'json' };
import batchesEs from '#messages/console/batches.es.json' with { type: 'json' };
import configurationEn from '#messages/console/configuration.en.json' with { type: 'json' };
import configurationEs from '#messages/console/configuration.es.json' with { type: 'json' };
import contactEn from '#messages/console/contact.en.json' with { type: 'json' };
import contactEs from '#messages/console/contact.es.json' with { type: 'json' };
import delegationsEn from '#messages/console/delegations.en.json' with { type: 'json' };
import delegationsEs from '#messages/console/delegations.es.json' with { type: 'json' };
import entryEn from '#messages/console/entry.en.json' with { type: 'json' };
import entryEs from '#messages/console/entry.es.json' with { type: 'json' };
import errorsEn from '#messages/console/errors.en.json' with { type: 'json' };
import errorsEs from '#messages/console/errors.es.json' with { type: 'json' };
import invoiceFormEn from '#messages/console/invoice-form.en.json' with { type: 'json' };
import invoiceFormEs from '#messages/console/invoice-form.es.json' with { type: 'json' };
import invoicesEn from '#messages/console/invoices.en.json' with { type: 'json' };
import invoicesEs from '#messages/console/invoices.es.json' with { type: 'json' };
import jobsEn from '#messages/console/jobs.en.json' with { type: 'json' };
import jobsEs from '#messages/console/jobs.es.json' with { type: 'json' };
import overviewEn from '#messages/console/overview.en.json' with { type: 'json' };
import overviewEs from '#messages/console/overview.es.json' with { type: 'json' };
import rehearsalEn from '#messages/console/rehearsal.en.json' with { type: 'json' };
import rehearsalEs from '#messages/console/rehearsal.es.json' with { type: 'json' };
import shellEn from '#messages/console/shell.en.json' with { type: 'json' };
import shellEs from '#messages/console/shell.es.json' with { type: 'json' };
import suppliersEn from '#messages/console/suppliers.en.json' with { type: 'json' };
import suppliersEs from '#messages/console/suppliers.es.json' with { type: 'json' };
import workflowsEn from '#messages/console/workflows.en.json' with { type: 'json' };
import workflowsEs from '#messages/console/workflows.es.json' with { type: 'json' };
import en from '#messages/en.json' with { type: 'json' };
import es from '#messages/es.json' with { type: 'json' };
import { timeZone } from './time.ts';

export const locales = ['es-AR', 'en'] as const;
export type Locale = (typeof locales)[number];
/** The Spanish catalogue is the source: the English one must have the same keys. */
export type Messages = typeof es;

export const catalogues: Record<Locale, Messages> = { 'es-AR': es, en };

/** The Console's texts by area. Separate from the wizard's, so that neither is sent to the other's pages. */
const consoleEs = {
  account: accountEs,
  activity: activityEs,
  batches: batchesEs,
  configuration: configurationEs,
  contact: contactEs,
  delegations: delegationsEs,
  entry: entryEs,
  errors: errorsEs,
  invoiceForm: invoiceFormEs,
  invoices: invoicesEs,
  jobs: jobsEs,
  overview: overviewEs,
  rehearsal: rehearsalEs,
  shell: shellEs,
  suppliers: suppliersEs,
  workflows: workflowsEs,
};
export type ConsoleMessages = typeof consoleEs;
export type ConsoleArea = keyof ConsoleMessages;

export const consoleCatalogues: Record<Locale, ConsoleMessages> = {
  'es-AR': consoleEs,
  en: {
    account: accountEn,
    activity: activityEn,
    batches: batchesEn,
    configuration: configurationEn,
    contact: contactEn,
    delegations: delegationsEn,
    entry: entryEn,
    errors: errorsEn,
    invoiceForm: invoiceFormEn,
    invoices: invoicesEn,
    jobs: jobsEn,
    overview: overviewEn,
    rehearsal: rehearsalEn,
    shell: shellEn,
    suppliers: suppliersEn,
    workflows: workflowsEn,
  },
};

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale;
    Messages: { console: ConsoleMessages };
    Formats: ReturnType<typeof formatsOf>;
  }
}

export function createTexts(locale: Locale) {
  return createTranslator({ locale, messages: catalogues[locale], timeZone });
}
type Translate = ReturnType<typeof createTexts>;
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

/** Form of the phrase that introduces an instant: «desde la 01:05», «desde las 14:05», or one with the date. */
export function sinceForm(since: Date, now: Date): 'oneOClock' | 'today' | 'earlier' {
  if (formatDay(since) !== formatDay(now)) return 'earlier';
  return formatTime(since).startsWith('01') ? 'oneOClock' : 'today';
}

/** The Console's formats: `21/11/2026, 14:05` as in the wizard, and in English `Nov 21, 2026, 14:05`. */
const numericDay = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const formatsOf = (locale: Locale) => {
  const date = { ...numericDay, month: locale === 'en' ? 'short' : numericDay.month } as const;
  const moment = { ...date, ...clock } as const;
  const { year: _year, ...recent } = moment;
  // `second` is for lists in which several events may fall in the same minute.
  return {
    dateTime: { day: date, moment, recent, second: { ...moment, second: '2-digit' } },
  } satisfies Formats;
};

export const localeCookieName = 'alta_locale';

/** The chosen locale; else the first supported one of the browser's languages; else Spanish. */
export function localeOf(chosen: string | undefined, acceptLanguage: string | null): Locale {
  const chosenLocale = locales.find((locale) => locale === chosen);
  if (chosenLocale) return chosenLocale;
  const wanted = (acceptLanguage ?? '').split(',').map((range) => range.trim().slice(0, 2).toLowerCase());
  return wanted.find((language) => language === 'es' || language === 'en') === 'en' ? 'en' : 'es-AR';
}

/** Configuration that next-intl's plugin loads for each page of the Console. */
export default async function requestConfig() {
  // Imported here, so that code outside Next can import this file.
  const { cookies, headers } = await import('next/headers');
  const chosen = (await cookies()).get(localeCookieName)?.value;
  const locale = localeOf(chosen, (await headers()).get('accept-language'));
  return { locale, messages: { console: consoleCatalogues[locale] }, timeZone, formats: formatsOf(locale) };
}
