import type { AuthorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';

/** Thousandths of a percent, by the ids of FEParamGetTiposIva. */
const rates: Record<number, bigint> = { 3: 0n, 4: 10_500n, 5: 21_000n, 6: 27_000n, 8: 5_000n, 9: 2_500n };
const classC = [11, 12, 13, 15];

/**
 * The authority's checks before it gives a CAE, from its manual and in whole cents. Written independently of
 * the code they check, and without a decimal library. Sums must match to the cent, although the authority
 * tolerates 0.01.
 * @returns the codes with which it would refuse
 */
export function refusals(amounts: AuthorityAmounts): number[] {
  const { Iva = [], Tributos = [] } = amounts;
  const total = cents(amounts.ImpTotal);
  const [outside, net, exempt, other, vat] = [
    cents(amounts.ImpTotConc),
    cents(amounts.ImpNeto),
    cents(amounts.ImpOpEx),
    cents(amounts.ImpTrib),
    cents(amounts.ImpIVA),
  ];
  const isC = classC.includes(amounts.CbteTipo);
  const checks: [number, boolean][] = [
    [10018, vat === 0n ? Iva.every(({ Id }) => Id === 3) : Iva.length > 0],
    [10019, Iva.every(({ Id }) => Id in rates)],
    [10020, Iva.every(({ BaseImp }) => cents(BaseImp) > 0n)],
    [10021, Iva.every(({ Importe }) => cents(Importe) >= 0n)],
    [10022, new Set(Iva.map(({ Id }) => Id)).size === Iva.length],
    [10023, sum(Iva.map(({ Importe }) => Importe)) === vat],
    [10024, other > 0n === Tributos.length > 0],
    [10029, sum(Tributos.map(({ Importe }) => Importe)) === other],
    [10026, Tributos.every(({ BaseImp }) => cents(BaseImp) >= 0n)],
    [10027, Tributos.every(({ Alic }) => cents(Alic) >= 0n)],
    [10028, Tributos.every(({ Importe }) => cents(Importe) >= 0n)],
    [10042, Tributos.every(({ Id, Desc }) => Id !== 99 || Boolean(Desc))],
    [10043, isC ? outside === 0n : outside >= 0n],
    [10044, isC ? exempt === 0n : exempt >= 0n],
    [10045, net >= 0n],
    [10047, isC ? vat === 0n : vat >= 0n],
    [10048, total === outside + net + exempt + other + vat],
    [
      10051,
      Iva.every(({ Id, BaseImp, Importe }) => isVatOf(cents(BaseImp), rates[Id] ?? -1n, cents(Importe))),
    ],
    [10061, isC || sum(Iva.map(({ BaseImp }) => BaseImp)) === net],
    [10065, total >= 0n && total <= 999_999_999_999_999n],
    [10070, isC || net === 0n || Iva.length > 0],
    [10071, !isC || Iva.length === 0],
  ];
  return checks.filter(([, holds]) => !holds).map(([code]) => code);
}

/** Within a cent of base times rate. */
function isVatOf(base: bigint, rate: bigint, vat: bigint): boolean {
  const off = vat * 100_000n - base * rate;
  return (off < 0n ? -off : off) <= 100_000n;
}

const sum = (amounts: string[]) => amounts.reduce((total, amount) => total + cents(amount), 0n);

function cents(amount: string): bigint {
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)\.(\d\d)$/.exec(amount) ?? [];
  if (!whole) throw new Error(`not an amount: ${amount}`);
  return BigInt(`${sign}${whole}${fraction}`);
}
