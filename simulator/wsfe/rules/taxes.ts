import { isListed } from '../tables/row.ts';
import { otherTaxes, vatFractionOf } from '../tables/taxes.ts';
import type { Voucher } from '../voucher.ts';
import { isClose, isLooseNote, type Rule, type RuleContext, sum } from './rule.ts';

const zeroRate = 3;

/** None of them for class C, which has no VAT; for a loose note they bind only where it says so. */
const vatRules: (Rule & { loose?: true })[] = [
  {
    code: 10018,
    message:
      'Si ImpIVA es mayor a 0 los objetos IVA y AlicIva son obligatorios. Si es igual a 0 solo debe informarse con Id 3 (iva 0).',
    loose: true,
    breaks: ({ ImpIVA, Iva }) => (ImpIVA > 0 ? Iva.length === 0 : Iva.some(({ Id }) => Id !== zeroRate)),
  },
  {
    code: 10019,
    message: 'El campo Id en AlicIVA debe ser un valor devuelto por el metodo FEParamGetTiposIva.',
    loose: true,
    breaks: ({ Iva }, { type }) =>
      Iva.some(({ Id }) => vatFractionOf(Id) === undefined && !(isLooseNote(type) && Id === 0)),
  },
  {
    code: 10020,
    message: 'El campo BaseImp en AlicIVA es obligatorio y debe ser mayor a 0.',
    breaks: ({ Iva }) => Iva.some(({ BaseImp }) => BaseImp <= 0),
  },
  {
    code: 10021,
    message: 'El campo Importe en AlicIVA es obligatorio y debe ser mayor o igual a 0.',
    breaks: ({ Iva }) => Iva.some(({ Importe }) => Importe < 0),
  },
  {
    code: 10022,
    message: 'El campo Id en AlicIVA no debe repetirse. Debera totalizarse por alicuota.',
    loose: true,
    breaks: ({ Iva }) => new Set(Iva.map(({ Id }) => Id)).size < Iva.length,
  },
  {
    code: 10023,
    message: 'La suma de los campos Importe en IVA debe ser igual al valor ingresado en ImpIVA.',
    loose: true,
    breaks: ({ ImpIVA, Iva }) =>
      !isClose(sum(Iva.map(({ Importe }) => Importe)), ImpIVA, Math.max(1, Iva.length)),
  },
  {
    code: 10051,
    message: 'Los importes informados en AlicIVA no se corresponden con los porcentajes.',
    breaks: ({ Iva }) =>
      Iva.some(({ Id, BaseImp, Importe }) => !isClose(BaseImp * (vatFractionOf(Id) ?? 0), Importe)),
  },
  {
    code: 10061,
    message: 'La suma de los campos BaseImp en AlicIva debe ser igual al valor ingresado en ImpNeto.',
    breaks: ({ ImpNeto, Iva }) =>
      Iva.length > 0 && !isClose(sum(Iva.map(({ BaseImp }) => BaseImp)), ImpNeto, Iva.length),
  },
  {
    code: 10070,
    message: 'Si ImpNeto es mayor a 0 el objeto IVA es obligatorio.',
    loose: true,
    breaks: ({ ImpNeto, Iva }) => ImpNeto > 0 && Iva.length === 0,
  },
];

const binds = ({ type }: RuleContext, loose: true | undefined) =>
  type.class !== 'C' && (loose === true || !isLooseNote(type));

const otherTaxRules: Rule[] = [
  {
    code: 10071,
    message: 'Para comprobantes tipo C el objeto IVA no debe informarse.',
    breaks: ({ Iva }, { type }) => type.class === 'C' && Iva.length > 0,
  },
  {
    code: 10024,
    message:
      'Si ImpTrib es mayor a 0 el objeto Tributos y Tributo son obligatorios. Si es igual a 0 no deben enviarse.',
    breaks: ({ ImpTrib, Tributos }) => ImpTrib > 0 !== Tributos.length > 0,
  },
  {
    code: 10025,
    message: 'El campo Id en Tributo debe ser un valor devuelto por el metodo FEParamGetTiposTributos.',
    breaks: ({ Tributos }) => Tributos.some(({ Id }) => !isListed(otherTaxes, Id)),
  },
  {
    code: 10028,
    message: 'Los campos BaseImp, Alic e Importe en Tributo deben ser mayores o iguales a 0.',
    breaks: ({ Tributos }) =>
      Tributos.some(({ BaseImp, Alic, Importe }) => BaseImp < 0 || Alic < 0 || Importe < 0),
  },
  {
    code: 10029,
    message: 'La suma de los importes en Tributo debe ser igual al valor ingresado en ImpTrib.',
    breaks: ({ ImpTrib, Tributos }) =>
      Tributos.length > 0 && !isClose(sum(Tributos.map(({ Importe }) => Importe)), ImpTrib, Tributos.length),
  },
  {
    code: 10042,
    message: 'El campo Desc en Tributo es obligatorio cuando se informe Id = 99.',
    breaks: ({ Tributos }) => Tributos.some(({ Id, Desc }) => Id === 99 && Desc === ''),
  },
];

export const taxRules: Rule[] = [
  ...vatRules.map(({ code, message, loose, breaks }) => ({
    code,
    message,
    breaks: (voucher: Voucher, context: RuleContext) => binds(context, loose) && breaks(voucher, context),
  })),
  ...otherTaxRules,
];
