type DocumentClass = 'A' | 'B' | 'C' | '49';
type DocumentKind = 'invoice' | 'debit-note' | 'credit-note' | 'other';
export type DocumentType = {
  id: number;
  class: DocumentClass;
  kind: DocumentKind;
  description: string;
  since: string;
};

/** Class M until December 2025. */
const legend = 'con leyenda operación sujeta a retención';
type Values = [id: number, letter: DocumentClass, kind: DocumentKind, description: string, since: string];

const rows: Values[] = [
  [1, 'A', 'invoice', 'Factura A', '20100917'],
  [2, 'A', 'debit-note', 'Nota de Débito A', '20100917'],
  [3, 'A', 'credit-note', 'Nota de Crédito A', '20100917'],
  [6, 'B', 'invoice', 'Factura B', '20100917'],
  [7, 'B', 'debit-note', 'Nota de Débito B', '20100917'],
  [8, 'B', 'credit-note', 'Nota de Crédito B', '20100917'],
  [4, 'A', 'other', 'Recibos A', '20100917'],
  [5, 'A', 'other', 'Notas de Venta al contado A', '20100917'],
  [9, 'B', 'other', 'Recibos B', '20100917'],
  [10, 'B', 'other', 'Notas de Venta al contado B', '20100917'],
  [63, 'A', 'other', 'Liquidacion A', '20100917'],
  [64, 'B', 'other', 'Liquidacion B', '20100917'],
  [34, 'A', 'other', 'Cbtes. A del Anexo I, Apartado A,inc.f),R.G.Nro. 1415', '20100917'],
  [35, 'B', 'other', 'Cbtes. B del Anexo I,Apartado A,inc. f),R.G. Nro. 1415', '20100917'],
  [39, 'A', 'other', 'Otros comprobantes A que cumplan con R.G.Nro. 1415', '20100917'],
  [40, 'B', 'other', 'Otros comprobantes B que cumplan con R.G.Nro. 1415', '20100917'],
  [60, 'A', 'other', 'Cta de Vta y Liquido prod. A', '20100917'],
  [61, 'B', 'other', 'Cta de Vta y Liquido prod. B', '20100917'],
  [11, 'C', 'invoice', 'Factura C', '20110330'],
  [12, 'C', 'debit-note', 'Nota de Débito C', '20110330'],
  [13, 'C', 'credit-note', 'Nota de Crédito C', '20110330'],
  [15, 'C', 'other', 'Recibo C', '20110330'],
  [49, '49', 'other', 'Comprobante de Compra de Bienes Usados a Consumidor Final', '20130401'],
  [51, 'A', 'invoice', `Factura A ${legend}`, '20150522'],
  [52, 'A', 'debit-note', `Nota de Débito A ${legend}`, '20150522'],
  [53, 'A', 'credit-note', `Nota de Crédito A ${legend}`, '20150522'],
  [54, 'A', 'other', `Recibo A ${legend}`, '20150522'],
  [201, 'A', 'invoice', 'Factura de Crédito electrónica MiPyMEs (FCE) A', '20181226'],
  [202, 'A', 'debit-note', 'Nota de Débito electrónica MiPyMEs (FCE) A', '20181226'],
  [203, 'A', 'credit-note', 'Nota de Crédito electrónica MiPyMEs (FCE) A', '20181226'],
  [206, 'B', 'invoice', 'Factura de Crédito electrónica MiPyMEs (FCE) B', '20181226'],
  [207, 'B', 'debit-note', 'Nota de Débito electrónica MiPyMEs (FCE) B', '20181226'],
  [208, 'B', 'credit-note', 'Nota de Crédito electrónica MiPyMEs (FCE) B', '20181226'],
  [211, 'C', 'invoice', 'Factura de Crédito electrónica MiPyMEs (FCE) C', '20181226'],
  [212, 'C', 'debit-note', 'Nota de Débito electrónica MiPyMEs (FCE) C', '20181226'],
  [213, 'C', 'credit-note', 'Nota de Crédito electrónica MiPyMEs (FCE) C', '20181226'],
];

/**
 * FEParamGetTiposCbte, as recorded in 2021. For electronic credit invoices (201-213) and used goods (49) only
 * the common rules are known.
 */
export const documentTypes: readonly DocumentType[] = rows.map(([id, letter, kind, description, since]) => ({
  id,
  class: letter,
  kind,
  description,
  since,
}));

export const documentTypeOf = (id: number) => documentTypes.find((type) => type.id === id);

/** FEParamGetTiposConcepto, as recorded in 2021. */
export const concepts: readonly Row[] = [
  ['1', 'Producto', '20100917'],
  ['2', 'Servicios', '20100917'],
  ['3', 'Productos y Servicios', '20100917'],
];

/** Row of a FEParamGet… table. `since` is `yyyymmdd`; none of these has ended. */
export type Row = readonly [id: string, description: string, since: string];

export const isListed = (rows: readonly Row[], id: number | string) =>
  rows.some(([listed]) => listed === String(id));

/**
 * FEParamGetTiposPaises. WSFE's list was not recorded: these are the countries of WSFEX, as recorded in 2021,
 * without the territories from 600 on.
 */
const countriesRows = `
101 BURKINA FASO|102 ARGELIA|103 BOTSWANA|104 BURUNDI|105 CAMERUN|107 REP. CENTROAFRICANA.|108 CONGO
109 REP.DEMOCRAT.DEL CONGO EX ZAIRE|110 COSTA DE MARFIL|111 CHAD|112 BENIN|113 EGIPTO|115 GABON|116 GAMBIA
117 GHANA|118 GUINEA|119 GUINEA ECUATORIAL|120 KENYA|121 LESOTHO|122 LIBERIA|123 LIBIA|124 MADAGASCAR|125 MALAWI
126 MALI|127 MARRUECOS|128 MAURICIO,ISLAS|129 MAURITANIA|130 NIGER|131 NIGERIA|132 ZIMBABWE|133 RWANDA
134 SENEGAL|135 SIERRA LEONA|136 SOMALIA|137 SWAZILANDIA|138 SUDAN|139 TANZANIA|140 TOGO|141 TUNEZ|142 UGANDA
144 ZAMBIA|145 TERRIT.VINCULADOS AL R UNIDO|146 TERRIT.VINCULADOS A ESPAÑA|147 TERRIT.VINCULADOS A FRANCIA
149 ANGOLA|150 CABO VERDE|151 MOZAMBIQUE|152 SEYCHELLES|153 DJIBOUTI|155 COMORAS|156 GUINEA BISSAU
157 STO.TOME Y PRINCIPE|158 NAMIBIA|159 SUDAFRICA|160 ERITREA|161 ETIOPIA|162 SUDAN|163 SUDAN DEL SUR
197 RESTO (AFRICA)|198 INDETERMINADO (AFRICA)|200 ARGENTINA|201 BARBADOS|202 BOLIVIA|203 BRASIL|204 CANADA
205 COLOMBIA|206 COSTA RICA|207 CUBA|208 CHILE|209 REPÚBLICA DOMINICANA|210 ECUADOR|211 EL SALVADOR
212 ESTADOS UNIDOS|213 GUATEMALA|214 GUYANA|215 HAITI|216 HONDURAS|217 JAMAICA|218 MEXICO|219 NICARAGUA
220 PANAMA|221 PARAGUAY|222 PERU|223 PUERTO RICO|224 TRINIDAD Y TOBAGO|225 URUGUAY|226 VENEZUELA
227 TERRIT.VINCULADO AL R.UNIDO|228 TER.VINCULADOS A DINAMARCA|229 TERRIT.VINCULADOS A FRANCIA AMERIC.
230 TERRIT. HOLANDESES|231 TER.VINCULADOS A ESTADOS UNIDOS|232 SURINAME|233 DOMINICA|234 SANTA LUCIA
235 SAN VICENTE Y LAS GRANADINAS|236 BELICE|237 ANTIGUA Y BARBUDA|238 S.CRISTOBAL Y NEVIS|239 BAHAMAS
240 GRENADA|241 ANTILLAS HOLANDESAS|242 ARUBA|250 AAE Tierra del Fuego - ARGENTINA|251 ZF La Plata - ARGENTINA
252 ZF Justo Daract - ARGENTINA|253 ZF Río Gallegos - ARGENTINA|254 Islas Malvinas - ARGENTINA
255 ZF Tucumán - ARGENTINA|256 ZF Córdoba - ARGENTINA|257 ZF Mendoza - ARGENTINA|258 ZF General Pico - ARGENTINA
259 ZF Comodoro Rivadavia - ARGENTINA|260 ZF Iquique|261 ZF Punta Arenas|262 ZF Salta - ARGENTINA
263 ZF Paso de los Libres - ARGENTINA|264 ZF Puerto Iguazú - ARGENTINA|265 SECTOR ANTARTICO ARG.
270 ZF Colón - REPÚBLICA DE PANAMÁ|271 ZF Winner (Sta. C. de la Sierra) - BOLIVIA|280 ZF Colonia - URUGUAY
281 ZF Florida - URUGUAY|282 ZF Libertad - URUGUAY|283 ZF Zonamerica - URUGUAY|284 ZF Nueva Helvecia - URUGUAY
285 ZF Nueva Palmira - URUGUAY|286 ZF Río Negro - URUGUAY|287 ZF Rivera - URUGUAY|288 ZF San José - URUGUAY
291 ZF Manaos - BRASIL|295 MAR ARG ZONA ECO.EX|296 RIOS ARG NAVEG INTER|297 RESTO AMERICA
298 INDETERMINADO (AMERICA)|301 AFGANISTAN|302 ARABIA SAUDITA|303 BAHREIN|304 MYANMAR (EX-BIRMANIA)|305 BUTAN
306 CAMBODYA (EX-KAMPUCHE)|307 SRI LANKA|308 COREA DEMOCRATICA|309 COREA REPUBLICANA|310 CHINA|312 FILIPINAS
313 TAIWAN|315 INDIA|316 INDONESIA|317 IRAK|318 IRAN|319 ISRAEL|320 JAPON|321 JORDANIA|322 QATAR|323 KUWAIT
324 LAOS|325 LIBANO|326 MALASIA|327 MALDIVAS ISLAS|328 OMAN|329 MONGOLIA|330 NEPAL|331 EMIRATOS ARABES UNIDOS
332 PAKISTÁN|333 SINGAPUR|334 SIRIA|335 THAILANDIA|337 VIETNAM|341 HONG KONG|344 MACAO|345 BANGLADESH|346 BRUNEI
348 REPUBLICA DE YEMEN|349 ARMENIA|350 AZERBAIJAN|351 GEORGIA|352 KAZAJSTAN|353 KIRGUIZISTAN|354 TAYIKISTAN
355 TURKMENISTAN|356 UZBEKISTAN|357 TERR. AU. PALESTINOS|397 RESTO DE ASIA|398 INDET.(ASIA)|401 ALBANIA
404 ANDORRA|405 AUSTRIA|406 BELGICA|407 BULGARIA|409 DINAMARCA|410 ESPAÑA|411 FINLANDIA|412 FRANCIA|413 GRECIA
414 HUNGRIA|415 IRLANDA|416 ISLANDIA|417 ITALIA|418 LIECHTENSTEIN|419 LUXEMBURGO|420 MALTA|421 MONACO
422 NORUEGA|423 PAISES BAJOS|424 POLONIA|425 PORTUGAL|426 REINO UNIDO|427 RUMANIA|428 SAN MARINO|429 SUECIA
430 SUIZA|431 VATICANO(SANTA SEDE)|433 POS.BRIT.(EUROPA)|435 CHIPRE|436 TURQUIA|438 ALEMANIA,REP.FED.
439 BIELORRUSIA|440 ESTONIA|441 LETONIA|442 LITUANIA|443 MOLDAVIA|444 RUSIA|445 UCRANIA|446 BOSNIA HERZEGOVINA
447 CROACIA|448 ESLOVAQUIA|449 ESLOVENIA|450 MACEDONIA|451 REP. CHECA|453 MONTENEGRO|454 SERBIA|497 RESTO EUROPA
498 INDET.(EUROPA)|501 AUSTRALIA|503 NAURU|504 NUEVA ZELANDIA|505 VANATU|506 SAMOA OCCIDENTAL
507 TERRITORIO VINCULADOS A AUSTRALIA|508 TERRITORIOS VINCULADOS AL R. UNIDO
509 TERRITORIOS VINCULADOS A FRANCIA|510 TER VINCULADOS A NUEVA. ZELANDA|511 TER. VINCULADOS A ESTADOS UNIDOS
512 FIJI, ISLAS|513 PAPUA NUEVA GUINEA|514 KIRIBATI, ISLAS|515 MICRONESIA,EST.FEDER|516 PALAU|517 TUVALU
518 SALOMON,ISLAS|519 TONGA|520 MARSHALL,ISLAS|521 MARIANAS,ISLAS|597 RESTO OCEANIA|598 INDET.(OCEANIA)
`;

export const countries: readonly { id: string; name: string }[] = countriesRows
  .trim()
  .split(/[|\n]/)
  .map((row) => ({ id: row.slice(0, 3), name: row.slice(4) }));

/** FEParamGetTiposMonedas, as recorded in 2021. */
export const currencies: readonly Row[] = [
  ['PES', 'Pesos Argentinos', '20090403'],
  ['DOL', 'Dólar Estadounidense', '20090403'],
  ['002', 'Dólar Libre EEUU', '20090416'],
  ['007', 'Florines Holandeses', '20090403'],
  ['010', 'Pesos Mejicanos', '20090403'],
  ['011', 'Pesos Uruguayos', '20090403'],
  ['014', 'Coronas Danesas', '20090403'],
  ['015', 'Coronas Noruegas', '20090403'],
  ['016', 'Coronas Suecas', '20090403'],
  ['018', 'Dólar Canadiense', '20090403'],
  ['019', 'Yens', '20090403'],
  ['021', 'Libra Esterlina', '20090403'],
  ['023', 'Bolívar Venezolano', '20090403'],
  ['024', 'Corona Checa', '20090403'],
  ['025', 'Dinar Yugoslavo', '20090403'],
  ['026', 'Dólar Australiano', '20090403'],
  ['027', 'Dracma Griego', '20090403'],
  ['028', 'Florín (Antillas Holandesas)', '20090403'],
  ['029', 'Güaraní', '20090403'],
  ['031', 'Peso Boliviano', '20090403'],
  ['032', 'Peso Colombiano', '20090403'],
  ['033', 'Peso Chileno', '20090403'],
  ['034', 'Rand Sudafricano', '20090403'],
  ['036', 'Sucre Ecuatoriano', '20090403'],
  ['051', 'Dólar de Hong Kong', '20090403'],
  ['052', 'Dólar de Singapur', '20090403'],
  ['053', 'Dólar de Jamaica', '20090403'],
  ['054', 'Dólar de Taiwan', '20090403'],
  ['055', 'Quetzal Guatemalteco', '20090403'],
  ['056', 'Forint (Hungría)', '20090403'],
  ['057', 'Baht (Tailandia)', '20090403'],
  ['059', 'Dinar Kuwaiti', '20090403'],
  ['012', 'Real', '20090403'],
  ['030', 'Shekel (Israel)', '20090403'],
  ['035', 'Nuevo Sol Peruano', '20090403'],
  ['060', 'Euro', '20090403'],
  ['040', 'Lei Rumano', '20090415'],
  ['042', 'Peso Dominicano', '20090415'],
  ['043', 'Balboas Panameñas', '20090415'],
  ['044', 'Córdoba Nicaragüense', '20090415'],
  ['045', 'Dirham Marroquí', '20090415'],
  ['046', 'Libra Egipcia', '20090415'],
  ['047', 'Riyal Saudita', '20090415'],
  ['061', 'Zloty Polaco', '20090415'],
  ['062', 'Rupia Hindú', '20090415'],
  ['063', 'Lempira Hondureña', '20090415'],
  ['064', 'Yuan (Rep. Pop. China)', '20090415'],
  ['009', 'Franco Suizo', '20091110'],
  ['041', 'Derechos Especiales de Giro', '20100125'],
  ['049', 'Gramos de Oro Fino', '20100125'],
];

/**
 * Pesos per unit. Invented: the authority's rates change every day. Currencies that no longer exist, and
 * gold, have none.
 */
const rates: Readonly<Record<string, number>> = {
  PES: 1,
  DOL: 1450,
  '009': 1815.5,
  '010': 79.25,
  '011': 36.4,
  '012': 270,
  '014': 226.4,
  '015': 143.8,
  '016': 153.2,
  '018': 1037.5,
  '019': 9.32,
  '021': 1910.75,
  '023': 5.9,
  '024': 69.6,
  '026': 946.1,
  '029': 0.2071,
  '030': 441.9,
  '031': 209.85,
  '032': 0.3815,
  '033': 1.5563,
  '034': 84.3,
  '035': 429.6,
  '040': 332.1,
  '041': 1972.4,
  '042': 22.75,
  '043': 1450,
  '044': 39.45,
  '045': 156.9,
  '046': 30.45,
  '047': 386.65,
  '051': 186.35,
  '052': 1117.6,
  '053': 9.05,
  '054': 46.7,
  '055': 189.3,
  '056': 4.415,
  '057': 44.85,
  '059': 4723.1,
  '060': 1690,
  '061': 398.2,
  '062': 16.3,
  '063': 55.1,
  '064': 203.7,
};

export const officialRate = (id: string): number | undefined =>
  Object.hasOwn(rates, id) ? rates[id] : undefined;

/** FEParamGetTiposOpcional, as recorded in 2021. */
export const optionalData: readonly Row[] = [
  [
    '2',
    'RG Empresas Promovidas - Indentificador de proyecto vinculado a Régimen de Promoción Industrial',
    '20100917',
  ],
  ['91', 'RG Bienes Usados 3411 - Nombre y Apellido o Denominación del vendedor del bien usado.', '20130401'],
  ['92', 'RG Bienes Usados 3411 - Nacionalidad del vendedor del bien usado.', '20130401'],
  ['93', 'RG Bienes Usados 3411 - Domicilio del vendedor del bien usado.', '20130401'],
  ['5', 'Excepcion computo IVA Credito Fiscal', '20141016'],
  ['61', 'RG 3668 Impuesto al Valor Agregado - Art.12 IVA Firmante Doc Tipo', '20141016'],
  ['62', 'RG 3668 Impuesto al Valor Agregado - Art.12 IVA Firmante Doc Nro', '20141016'],
  ['7', 'RG 3668 Impuesto al Valor Agregado - Art.12 IVA Carácter del Firmante', '20141016'],
  [
    '10',
    'RG 3.368 Establecimientos de educación pública de gestión privada - Actividad Comprendida',
    '20150605',
  ],
  [
    '1011',
    'RG 3.368 Establecimientos de educación pública de gestión privada - Tipo de Documento',
    '20150605',
  ],
  [
    '1012',
    'RG 3.368 Establecimientos de educación pública de gestión privada - Número de Documento',
    '20150605',
  ],
  [
    '11',
    'RG 2.820 Operaciones económicas vinculadas con bienes inmuebles - Actividad Comprendida',
    '20150605',
  ],
  [
    '12',
    'RG 3.687 Locación temporaria de inmuebles con fines turísticos - Actividad Comprendida',
    '20150605',
  ],
  ['13', 'RG 2.863 Representantes de Modelos', '20160101'],
  ['14', 'RG 2.863 Agencias de publicidad', '20160101'],
  ['15', 'RG 2.863 Personas físicas que desarrollen actividad de modelaje', '20160101'],
  [
    '17',
    "RG 4004-E Locación de inmuebles destino 'casa-habitación'. Dato 2 (dos) = facturación directa / Dato 1 (uno) = facturación a través de intermediario",
    '20170309',
  ],
  [
    '1801',
    "RG 4004-E Locación de inmuebles destino 'casa-habitación'. Clave Única de Identificación Tributaria (CUIT).",
    '20170309',
  ],
  [
    '1802',
    "RG 4004-E Locación de inmuebles destino 'casa-habitación'. Apellido y nombres, denominación y/o razón social.",
    '20170309',
  ],
  ['2101', 'Factura de Crédito Electrónica MiPyMEs (FCE) - CBU del Emisor', '20181226'],
  ['2102', 'Factura de Crédito Electrónica MiPyMEs (FCE) - Alias del Emisor', '20181226'],
  ['22', 'Factura de Crédito Electrónica MiPyMEs (FCE) - Anulación', '20181226'],
  ['23', 'Factura de Crédito Electrónica MiPyMEs (FCE) - Referencia Comercial', '20190308'],
  ['27', 'Factura de Credito Electronica MiPyMEs (FCE) - Transferencia', '20201126'],
];

/** FEParamGetTiposDoc, as recorded in 2021, including the provinces' identity documents. */
export const receiverDocuments: readonly Row[] = [
  ['80', 'CUIT', '20080725'],
  ['86', 'CUIL', '20080725'],
  ['87', 'CDI', '20080725'],
  ['89', 'LE', '20080725'],
  ['90', 'LC', '20080725'],
  ['91', 'CI Extranjera', '20080725'],
  ['92', 'en trámite', '20080725'],
  ['93', 'Acta Nacimiento', '20080725'],
  ['95', 'CI Bs. As. RNP', '20080725'],
  ['96', 'DNI', '20080725'],
  ['94', 'Pasaporte', '20080725'],
  ['0', 'CI Policía Federal', '20080725'],
  ['1', 'CI Buenos Aires', '20080725'],
  ['2', 'CI Catamarca', '20080725'],
  ['3', 'CI Córdoba', '20080725'],
  ['4', 'CI Corrientes', '20080728'],
  ['5', 'CI Entre Ríos', '20080728'],
  ['6', 'CI Jujuy', '20080728'],
  ['7', 'CI Mendoza', '20080728'],
  ['8', 'CI La Rioja', '20080728'],
  ['9', 'CI Salta', '20080728'],
  ['10', 'CI San Juan', '20080728'],
  ['11', 'CI San Luis', '20080728'],
  ['12', 'CI Santa Fe', '20080728'],
  ['13', 'CI Santiago del Estero', '20080728'],
  ['14', 'CI Tucumán', '20080728'],
  ['16', 'CI Chaco', '20080728'],
  ['17', 'CI Chubut', '20080728'],
  ['18', 'CI Formosa', '20080728'],
  ['19', 'CI Misiones', '20080728'],
  ['20', 'CI Neuquén', '20080728'],
  ['21', 'CI La Pampa', '20080728'],
  ['22', 'CI Río Negro', '20080728'],
  ['23', 'CI Santa Cruz', '20080728'],
  ['24', 'CI Tierra del Fuego', '20080728'],
  ['99', 'Doc. (Otro)', '20080728'],
];

/** FEParamGetTiposIva, as recorded in 2021. */
export const vatRates: readonly Row[] = [
  ['3', '0%', '20090220'],
  ['4', '10.5%', '20090220'],
  ['5', '21%', '20090220'],
  ['6', '27%', '20090220'],
  ['8', '5%', '20141020'],
  ['9', '2.5%', '20141020'],
];

export const vatFractionOf = (id: number): number | undefined => {
  const [, percent] = vatRates.find(([rate]) => Number(rate) === id) ?? [];
  return percent === undefined ? undefined : Number.parseFloat(percent) / 100;
};

/** FEParamGetTiposTributos, as recorded in 2021. */
export const otherTaxes: readonly Row[] = [
  ['1', 'Impuestos nacionales', '20100917'],
  ['2', 'Impuestos provinciales', '20100917'],
  ['3', 'Impuestos municipales', '20100917'],
  ['4', 'Impuestos Internos', '20100917'],
  ['99', 'Otro', '20100917'],
  ['5', 'IIBB', '20170719'],
  ['6', 'Percepción de IVA', '20170719'],
  ['7', 'Percepción de IIBB', '20170719'],
  ['8', 'Percepciones por Impuestos Municipales', '20170719'],
  ['9', 'Otras Percepciones', '20170719'],
  ['13', 'Percepción de IVA a no Categorizado', '20170719'],
];

/** FEParamGetCondicionIvaReceptor (docs/authority.md#vat-status-of-the-customer). */
export const vatStatuses: readonly { id: number; description: string; classes: readonly string[] }[] = [
  { id: 1, description: 'IVA Responsable Inscripto', classes: ['A', 'C'] },
  { id: 4, description: 'IVA Sujeto Exento', classes: ['B', 'C'] },
  { id: 5, description: 'Consumidor Final', classes: ['B', 'C', '49'] },
  { id: 6, description: 'Responsable Monotributo', classes: ['A', 'C'] },
  { id: 7, description: 'Sujeto No Categorizado', classes: ['B', 'C'] },
  { id: 8, description: 'Proveedor del Exterior', classes: ['B', 'C'] },
  { id: 9, description: 'Cliente del Exterior', classes: ['B', 'C'] },
  { id: 10, description: 'IVA Liberado - Ley N° 19.640', classes: ['B', 'C'] },
  { id: 13, description: 'Monotributista Social', classes: ['A', 'C'] },
  { id: 15, description: 'IVA No Alcanzado', classes: ['B', 'C'] },
  { id: 16, description: 'Monotributo Trabajador Independiente Promovido', classes: ['A', 'C'] },
];
