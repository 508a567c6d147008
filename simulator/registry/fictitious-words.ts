/** What names, addresses and activities are put together of; capitals without accents, as the register has them. */

export const surnames = [
  'ACOSTA',
  'BENITEZ',
  'CORREA',
  'DOMINGUEZ',
  'ESCOBAR',
  'FERREYRA',
  'GODOY',
  'HERRERA',
  'LEDESMA',
  'MOLINA',
  'OJEDA',
  'PERALTA',
  'QUIROGA',
] as const;

export const womensNames = ['LAURA BEATRIZ', 'SILVIA NOEMI', 'CAROLINA', 'MARIA LUJAN', 'GRACIELA'] as const;
export const mensNames = ['MARTIN', 'JORGE ALBERTO', 'RAUL OSCAR', 'ERNESTO DANIEL', 'PABLO'] as const;

export const trades = [
  'ALMACEN',
  'DISTRIBUIDORA',
  'FERRETERIA',
  'LIBRERIA',
  'METALURGICA',
  'PANIFICADORA',
  'TRANSPORTES',
] as const;

export const tradeNames = [
  'DEL LITORAL',
  'LA ESTRELLA',
  'LOS CEIBOS',
  'NUEVO SUR',
  'DON ANSELMO',
  'LAS TRES MARIAS',
  'EL PUENTE',
  'CINCO ESQUINAS',
  'LA CALANDRIA',
  'SIERRA CHICA',
  'EL TREBOL',
] as const;

export const streets = [
  'BELGRANO',
  'AV SAN MARTIN',
  'RIVADAVIA',
  'LAS HERAS',
  'AV MITRE',
  'SARMIENTO',
] as const;

/** The city of Buenos Aires is a province without a locality. */
export const places: readonly [Place, ...Place[]] = [
  { provinceId: 0, province: 'CIUDAD AUTONOMA BUENOS AIRES', postalCode: '1043' },
  { provinceId: 1, province: 'BUENOS AIRES', locality: 'BANFIELD', postalCode: '1828' },
  { provinceId: 3, province: 'CORDOBA', locality: 'CORDOBA', postalCode: '5000' },
  { provinceId: 7, province: 'MENDOZA', locality: 'GODOY CRUZ', postalCode: '5501' },
  { provinceId: 11, province: 'SAN LUIS', locality: 'MERLO', postalCode: '5881' },
  { provinceId: 12, province: 'SANTA FE', locality: 'ROSARIO', postalCode: '2000' },
  { provinceId: 24, province: 'TIERRA DEL FUEGO', locality: 'USHUAIA', postalCode: '9410' },
];
type Place = { provinceId: number; province: string; locality?: string; postalCode: string };

export const activities: readonly [Activity, ...Activity[]] = [
  { id: 477330, title: 'VENTA AL POR MENOR DE INSTRUMENTAL MÉDICO Y ODONTOLÓGICO Y ARTÍCULOS ORTOPÉDICOS' },
  { id: 620100, title: 'SERVICIOS DE CONSULTORES EN INFORMÁTICA Y SUMINISTROS DE PROGRAMAS DE INFORMÁTICA' },
  { id: 772099, title: 'ALQUILER DE EFECTOS PERSONALES Y ENSERES DOMÉSTICOS N.C.P.' },
];
type Activity = { id: number; title: string };
