import { fits, isClose, sum } from '#simulator/amounts.ts';
import { isListed } from '#simulator/wsfe/tables.ts';
import type { Rule } from './rules.ts';
import { advance, discount, units, unitsWithoutPrice } from './tables.ts';
import type { Item } from './voucher.ts';

const hasPrice = ({ Pro_umed }: Item) => !unitsWithoutPrice.includes(Pro_umed);

/** Breaks if one of the items does. */
const ofItem = (code: number, message: string, breaks: (item: Item) => boolean): Rule => ({
  code,
  message,
  breaks: ({ Items = [] }) => Items.some(breaks),
});

export const itemRules: Rule[] = [
  {
    code: 1666,
    message:
      'La estructura <Items> es inválida, ya sea porque no se ingresó, o bien porque posee 0 ítems, o bien porque supera los 9999 ítems.',
    breaks: ({ Items = [] }) => Items.length === 0 || Items.length > 9999,
  },
  ofItem(
    1760,
    'Campo Pro_codigo: No podrá superar la longitud de 50 caracteres',
    ({ Pro_codigo }) => Pro_codigo.length > 50,
  ),
  ofItem(
    1770,
    'Campo Pro_ds: Obligatorio. No podrá exceder los 4000 caracteres de longitud.',
    ({ Pro_ds }) => Pro_ds === '' || Pro_ds.length > 4000,
  ),
  ofItem(
    1790,
    'Campo Pro_umed: Valor no permitido. Ver Metodo FEXGetPARAM_UMed.',
    ({ Pro_umed }) => !isListed(units, Pro_umed),
  ),
  ofItem(
    1775,
    'Si Pro_umed es igual a 0, 97 o 99 los campos Pro_qty, Pro_precio_uni y Pro_bonificacion deben informarse en 0 o no informarse.',
    (item) =>
      !hasPrice(item) && (item.Pro_qty !== 0 || item.Pro_precio_uni !== 0 || item.Pro_bonificacion !== 0),
  ),
  ofItem(
    1780,
    'Campo Pro_qty: Obligatorio si Pro_umed es distinto a 0, 97 y 99. Debe ser mayor a 0.',
    (item) => hasPrice(item) && item.Pro_qty <= 0,
  ),
  ofItem(
    1813,
    'Campo Pro_qty: El valor máximo permitido es 12 enteros y 6 decimales.',
    ({ Pro_qty }) => !fits(Pro_qty, 12, 6),
  ),
  ofItem(
    1800,
    'Campo Pro_precio_uni: Obligatorio si Pro_umed es distinto a 0, 97 y 99. Debe ser mayor o igual a 0.',
    (item) => hasPrice(item) && item.Pro_precio_uni < 0,
  ),
  ofItem(
    1814,
    'Campo Pro_precio_uni: El valor máximo permitido es 12 enteros y 6 decimales.',
    ({ Pro_precio_uni }) => !fits(Pro_precio_uni, 12, 6),
  ),
  ofItem(
    1811,
    'Si Pro_umed es distinto de 0, 97 y 99, el campo Pro_bonificacion debe ser mayor o igual a 0',
    (item) => hasPrice(item) && item.Pro_bonificacion < 0,
  ),
  ofItem(
    1817,
    'Campo Pro_bonificacion: El valor máximo permitido es 12 enteros y 6 decimales.',
    ({ Pro_bonificacion }) => !fits(Pro_bonificacion, 12, 6),
  ),
  ofItem(
    1812,
    'Campo Pro_bonificacion: Debe ser menor o igual a Pro_precio_uni * Pro_qty.',
    (item) => hasPrice(item) && item.Pro_bonificacion > item.Pro_precio_uni * item.Pro_qty + 1e-6,
  ),
  ofItem(
    1816,
    'Campo Pro_total_item: El valor máximo permitido es 13 enteros y 2 decimales.',
    ({ Pro_total_item }) => !fits(Pro_total_item, 13, 2),
  ),
  ofItem(
    1810,
    'Campo Pro_total_item: Si Pro_umed es distinto a 97 y 99 debe ser mayor o igual a 0. Si es 99 debe ser menor a 0.',
    ({ Pro_umed, Pro_total_item }) =>
      Pro_umed === discount ? Pro_total_item >= 0 : Pro_umed !== advance && Pro_total_item < 0,
  ),
  ofItem(
    1815,
    'Campo Pro_total_item: Debe ser igual a Pro_precio_uni * Pro_qty - Pro_bonificacion.',
    (item) =>
      hasPrice(item) &&
      !isClose(item.Pro_total_item, item.Pro_precio_uni * item.Pro_qty - item.Pro_bonificacion),
  ),
  {
    code: 1610,
    message:
      'Campo Imp_total: Debe ser mayor o igual a 0 e igual a la suma de los campos Pro_total_item de los ítems',
    breaks: ({ Imp_total, Items = [] }) => {
      const total = sum(Items.map(({ Pro_total_item }) => Pro_total_item));
      return Imp_total < 0 || !isClose(Imp_total, total, Items.length);
    },
  },
];
