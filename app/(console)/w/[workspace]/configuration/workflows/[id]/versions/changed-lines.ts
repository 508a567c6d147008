/** A text's lines, and whether the other text lacks them at their place. */
export interface ComparedLine {
  text: string;
  isChanged: boolean;
}

/** Both texts by lines; those of their longest common subsequence are unchanged. */
export function compareLines(one: string, other: string): [ComparedLine[], ComparedLine[]] {
  const [left, right] = [one.split('\n'), other.split('\n')];
  const common = commonLengths(left, right);
  const [kept, keptRight] = [new Set<number>(), new Set<number>()];
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) {
      kept.add(i++);
      keptRight.add(j++);
    } else if ((common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0)) i++;
    else j++;
  }
  const marked = (lines: string[], unchanged: Set<number>) =>
    lines.map((text, index) => ({ text, isChanged: !unchanged.has(index) }));
  return [marked(left, kept), marked(right, keptRight)];
}

/** How many lines the rests of both have in common, from each pair of places on. */
function commonLengths(left: string[], right: string[]): Uint16Array[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i--) {
    const [row, below] = [lengths[i], lengths[i + 1]];
    if (!row || !below) continue;
    for (let j = right.length - 1; j >= 0; j--) {
      row[j] = left[i] === right[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return lengths;
}
