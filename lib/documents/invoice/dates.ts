/** How many days after `from` a date is; below zero, before it. */
export const daysAfter = (from: string, date: string): number =>
  (Date.parse(`${date}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;

export const monthOf = (date: string): string => date.slice(0, 7);
