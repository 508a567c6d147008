import { membersOf, textOf } from '#lib/documents/json.ts';

/** Names of the authority's codes in a document's `ext`, from GOBL's addon. */
export const documentTypeExtension = 'ar-arca-doc-type';
export const conceptExtension = 'ar-arca-concept';
export const taxTypeExtension = 'ar-arca-tax-type';

/** The authority's codes of other taxes: FEParamGetTiposTributos (docs/authority.md#tables). */
export const taxTypes = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '13', '99'] as const;

/**
 * Whether a charge is a tax other than VAT, such as a perception or gross income tax, which the authority
 * lists separately. Marked by GOBL's key `tax` (or a key with that part), or by the authority's tax type.
 */
export const isTaxCharge = ({ key, ext }: { key?: unknown; ext?: unknown }): boolean =>
  textOf(key).split('+').includes('tax') || membersOf(ext)[taxTypeExtension] !== undefined;

/**
 * Fields of credit invoices (FCE) that GOBL does not have: how the invoice may be transferred (SCA or ADC) and the
 * alias of its account, in `payment.instructions.ext`; whether a note cancels a rejected document (S or N), in
 * `tax.ext`.
 */
export const transferSystemExtension = 'ar-arca-transfer-system';
export const accountAliasExtension = 'ar-arca-account-alias';
export const cancellationExtension = 'ar-arca-cancellation';

/**
 * Fields of exports that GOBL does not have, in `tax.ext`: the Incoterm and its place, and the language of the document
 * (1 Spanish, 2 English, 3 Portuguese).
 */
export const incotermsExtension = 'ar-arca-incoterms';
export const incotermsDetailExtension = 'ar-arca-incoterms-detail';
export const languageExtension = 'ar-arca-language';

/** Key of an export permit in `delivery.identities`. */
export const exportPermitKey = 'export-permit';

/** Whether the invoice is paid in its foreign currency (RG 5616). Alta defines it, because GOBL has no field for it. */
export const sameCurrencyExtension = 'ar-arca-same-currency';

/**
 * `S` if a tax's amount is as its sender states it, although it has a percent: a province's minimum, rounding or
 * base may give another amount than base by percent. Alta defines it, because GOBL has no field for it.
 */
export const statedAmountExtension = 'ar-arca-stated-amount';

export const hasStatedAmount = ({ ext }: { ext?: Record<string, unknown> | undefined }): boolean =>
  ext?.[statedAmountExtension] === 'S';
