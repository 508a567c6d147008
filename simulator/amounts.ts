/** The manuals' tolerance: 0.01 % of the amount, or the given number of cents. */
export function isClose(one: number, other: number, cents = 1): boolean {
  const difference = Math.abs(one - other);
  return difference <= cents / 100 + 1e-6 || difference / Math.max(Math.abs(one), Math.abs(other)) <= 0.0001;
}

export const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Whether the amount has at most so many digits before and after the point. */
export const fits = (amount: number, digits: number, decimals: number): boolean =>
  Math.abs(amount) < 10 ** digits && Number(amount.toFixed(decimals)) === amount;
