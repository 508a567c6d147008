/** The instant of a `datetime-local` field: all times here are Argentina's, wherever the reader's clock is. */
export const instantOf = (typed: string): Date | undefined => {
  const instant = new Date(`${typed}-03:00`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
};

/** What such a field shows of an instant. */
export const fieldOf = (instant: Date): string =>
  new Date(instant.getTime() - 3 * 3_600_000).toISOString().slice(0, 16);
