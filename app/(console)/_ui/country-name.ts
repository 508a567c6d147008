/** Name of a country (ISO 3166) in the reader's language; other texts are returned unchanged. */
export const countryName = (country: string, locale: string): string =>
  /^[A-Z]{2}$/.test(country)
    ? (new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country)
    : country;
