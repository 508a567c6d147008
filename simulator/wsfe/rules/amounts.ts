import { isClose, type Rule } from './rule.ts';

const hasCents = (amount: number) => Number(amount.toFixed(2)) === amount;
const negative = (name: string) => `El campo ${name} no puede ser menor a 0.`;

export const amountRules: Rule[] = [
  {
    code: 10056,
    message: 'Los importes deben informarse con 13 enteros y 2 decimales como maximo.',
    breaks: ({ ImpTotal, ImpTotConc, ImpNeto, ImpOpEx, ImpTrib, ImpIVA }) =>
      ![ImpTotal, ImpTotConc, ImpNeto, ImpOpEx, ImpTrib, ImpIVA].every(hasCents),
  },
  {
    code: 10043,
    message: `${negative('ImpTotConc')} Para comprobantes tipo C debe ser igual a 0.`,
    breaks: ({ ImpTotConc }, { type }) => ImpTotConc < 0 || (type.class === 'C' && ImpTotConc !== 0),
  },
  {
    code: 10044,
    message: `${negative('ImpOpEx')} Para comprobantes tipo C debe ser igual a 0.`,
    breaks: ({ ImpOpEx }, { type }) => ImpOpEx < 0 || (type.class === 'C' && ImpOpEx !== 0),
  },
  { code: 10045, message: negative('ImpNeto'), breaks: ({ ImpNeto }) => ImpNeto < 0 },
  { code: 10046, message: negative('ImpTrib'), breaks: ({ ImpTrib }) => ImpTrib < 0 },
  {
    code: 10047,
    message: `${negative('ImpIVA')} Para comprobantes tipo C debe ser igual a 0.`,
    breaks: ({ ImpIVA }, { type }) => ImpIVA < 0 || (type.class === 'C' && ImpIVA !== 0),
  },
  { code: 10065, message: negative('ImpTotal'), breaks: ({ ImpTotal }) => ImpTotal < 0 },
  {
    code: 10048,
    message:
      'El campo ImpTotal debe ser igual a la suma de ImpTotConc + ImpNeto + ImpOpEx + ImpTrib + ImpIVA. Para comprobantes tipo C, a la suma de ImpNeto + ImpTrib.',
    breaks: ({ ImpTotal, ImpTotConc, ImpNeto, ImpOpEx, ImpTrib, ImpIVA }, { type }) => {
      const parts = type.class === 'C' ? 0 : ImpTotConc + ImpOpEx + ImpIVA;
      return !isClose(ImpTotal, ImpNeto + ImpTrib + parts);
    },
  },
];
