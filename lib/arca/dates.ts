/** The ISO date of `yyyymmdd`; undefined for anything else, such as the literal `NULL`. */
export function isoDate(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  return year && `${year}-${month}-${day}`;
}

/** The instant of `yyyymmddHHMMSS`, on the authority's clock, which is always three hours behind UTC. */
export function instantOf(text: string): Date | undefined {
  const [, date = '', hours, minutes, seconds] = /^(\d{8})(\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  const instant = new Date(`${isoDate(date)}T${hours}:${minutes}:${seconds}-03:00`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}
