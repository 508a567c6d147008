export const letters = ['A', 'B', 'C'] as const;
export type Letter = (typeof letters)[number];
export const invoiceTypes = ['standard', 'credit-note', 'debit-note'] as const;
export type InvoiceType = (typeof invoiceTypes)[number];

export interface DocumentType {
  code: string;
  letter: Letter;
  type: InvoiceType;
  /** What a note of its class may correct (10040). */
  corrects: readonly string[];
}

const correctableBy: Record<Letter, readonly string[]> = {
  A: ['1', '2', '3', '4', '5', '34', '39', '60', '63'],
  B: ['6', '7', '8', '9', '10', '35', '40', '61', '64'],
  C: ['11', '12', '13', '15'],
};
/** "A with the legend operation subject to withholding", M until December 2025 (docs/authority.md#document-types). */
const correctableWithLegend = ['51', '52', '53', '54'];

const typesOf = (
  letter: Letter,
  codes: Record<string, InvoiceType>,
  corrects = correctableBy[letter],
): DocumentType[] => Object.entries(codes).map(([code, type]) => ({ code, letter, type, corrects }));

/** Invoices, notes, receipts (4, 9, 15, 54) and cash sales notes (5, 10): the same fields, the same rules. */
const documentTypes: readonly DocumentType[] = [
  ...typesOf('A', { 1: 'standard', 2: 'debit-note', 3: 'credit-note', 4: 'standard', 5: 'standard' }),
  ...typesOf('B', { 6: 'standard', 7: 'debit-note', 8: 'credit-note', 9: 'standard', 10: 'standard' }),
  ...typesOf('C', { 11: 'standard', 12: 'debit-note', 13: 'credit-note', 15: 'standard' }),
  ...typesOf(
    'A',
    { 51: 'standard', 52: 'debit-note', 53: 'credit-note', 54: 'standard' },
    correctableWithLegend,
  ),
];

const byCode = new Map(documentTypes.map((type) => [type.code, type]));

export const documentType = (code: string): DocumentType | undefined => byCode.get(code);

/** The codes of all documents of a class, of a kind, or of both; undefined where neither is asked for. */
export function documentTypesOf(
  letter: Letter | undefined,
  type: InvoiceType | undefined,
): string[] | undefined {
  if (!letter && !type) return undefined;
  return documentTypes.flatMap((each) =>
    each.letter === (letter ?? each.letter) && each.type === (type ?? each.type) ? each.code : [],
  );
}

/** The type of a document whose sender named none: 1, 2, 3, 6, 7, 8, 11, 12 or 13. */
export function usualDocumentType(letter: Letter, type: InvoiceType): DocumentType {
  const found = documentTypes.find((candidate) => candidate.letter === letter && candidate.type === type);
  if (!found) throw new Error(`no document type for ${letter} ${type}`);
  return found;
}

/** The note of its kind that corrects a document of this type, of the same class. */
export const noteTypeFor = (
  corrected: string,
  type: 'credit-note' | 'debit-note',
): DocumentType | undefined =>
  documentTypes.find((candidate) => candidate.type === type && candidate.corrects.includes(corrected));

const reasons: readonly [codes: readonly string[], reason: string][] = [
  [
    ['19', '20', '21'],
    'is a type of export invoice, which another service of the authority (WSFEX) authorizes; Alta does not issue it',
  ],
  [
    ['201', '202', '203', '206', '207', '208', '211', '212', '213'],
    'is an electronic credit invoice (FCE MiPyME), which needs a bank account and a way of transfer; Alta does not issue it',
  ],
  [['49'], 'is a purchase of used goods, in which the parties change places; Alta does not issue it'],
  [
    ['195', '196', '197'],
    'is a tourism invoice, which another service of the authority (WSCT) authorizes; Alta does not issue it',
  ],
  [
    ['34', '35', '39', '40', '60', '61', '63', '64'],
    'is a settlement or another special type, which Alta does not issue',
  ],
];

/** Why a document type is not issued here, going on from the field's name. */
export const whyNotIssued = (code: string): string =>
  reasons.find(([codes]) => codes.includes(code))?.[1] ?? 'is not a document type of the authority';
