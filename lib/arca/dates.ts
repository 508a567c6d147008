/** The ISO date of `yyyymmdd`; undefined for anything else, such as the literal `NULL`. */
export function isoDate(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  return year && `${year}-${month}-${day}`;
}
