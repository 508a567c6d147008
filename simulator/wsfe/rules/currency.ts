import { currencies, officialRate } from '../tables/currencies.ts';
import { isListed } from '../tables/row.ts';
import type { Rule } from './rule.ts';

const pesos = 'PES';

export const currencyRules: Rule[] = [
  {
    code: 10037,
    message: 'El campo MonId debe ser un valor devuelto por el metodo FEParamGetTiposMonedas.',
    breaks: ({ MonId }) => !isListed(currencies, MonId),
  },
  {
    code: 10239,
    message: 'El campo CanMisMonExt debe ser S o N.',
    breaks: ({ CanMisMonExt }) => !['', 'S', 'N'].includes(CanMisMonExt),
  },
  {
    code: 10241,
    message: 'Si informa MonId = PES, el campo CanMisMonExt no debe informarse o informarse con el valor N.',
    breaks: ({ MonId, CanMisMonExt }) => MonId === pesos && CanMisMonExt === 'S',
  },
  {
    code: 10039,
    message: 'El campo MonCotiz es obligatorio e igual a 1 cuando se trate de MonId = PES.',
    breaks: ({ MonId, MonCotiz }) => MonId === pesos && MonCotiz !== 1,
  },
  {
    code: 10038,
    message:
      'El campo MonCotiz es obligatorio y debe ser mayor a 0. Si CanMisMonExt = S debe coincidir con la cotizacion del dia habil anterior.',
    breaks: ({ MonId, MonCotiz, CanMisMonExt }) => {
      if (CanMisMonExt === 'S') return MonCotiz !== 0 && MonCotiz !== officialRate(MonId);
      return MonCotiz <= 0;
    },
  },
  {
    code: 10119,
    message: 'El campo MonCotiz no puede ser inferior al 2% ni superior al 400% de la cotizacion oficial.',
    breaks: ({ MonId, MonCotiz }) => {
      const official = officialRate(MonId);
      if (official === undefined || MonId === pesos || MonCotiz <= 0) return false;
      return MonCotiz < official * 0.02 || MonCotiz > official * 4;
    },
  },
  {
    // "No podra superar en 1": read as one peso (docs/authority.md#foreign-currency).
    code: 10240,
    message:
      'Si informa el campo MonCotiz, el mismo no podra superar en 1 a la cotizacion oficial. Ver metodo FEParamGetCotizacion.',
    breaks: ({ MonId, MonCotiz }) => {
      const official = officialRate(MonId);
      return official !== undefined && MonId !== pesos && MonCotiz > official + 1;
    },
  },
];
