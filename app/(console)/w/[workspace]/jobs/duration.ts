const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
] as const;

/** A duration in its two largest units: `3 d 4 h`, `2 min 5 s`. The symbols are the same in both languages. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 1) return '< 1 s';
  const largest = units.findIndex(([, length]) => seconds >= length);
  let rest = seconds;
  return units
    .slice(largest, largest + 2)
    .flatMap(([symbol, length]) => {
      const count = Math.floor(rest / length);
      rest -= count * length;
      return count ? [`${count} ${symbol}`] : [];
    })
    .join(' ');
}
