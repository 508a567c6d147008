import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requestXml } from '#lib/arca/wsfe.ts';
import { requestXml as exportXml } from '#lib/arca/wsfex.ts';
import { authorityAmounts } from '#lib/documents/invoice/authority-amounts.ts';
import { documentType, isExport } from '#lib/documents/invoice/document-types.ts';
import { exportRequest } from '#lib/documents/invoice/export-request.ts';
import { anyDocument, documentKinds } from '#tests/support/any-document.ts';
import { build, faultsOf, type Json } from '#tests/support/invoices.ts';
import { allSimulatedCodes, simulatedExportCodes } from '#tests/support/simulated-rules.ts';
import { publishedWsdl, schemaCheck } from '#tests/support/wsdl.ts';

const entryId = '019aa000-0000-7000-8000-000000000001';

/** Codes with which the simulator would refuse the document, with all its rules. */
function refusalsOf(document: Json): number[] {
  const invoice = build(document);
  const type = documentType(invoice.tax?.ext?.['ar-arca-doc-type'] ?? '');
  if (type && isExport(type)) return simulatedExportCodes(exportRequest(invoice, entryId));
  const amounts = authorityAmounts(invoice);
  // Without a rate only the authority knows the amount in pesos, from which a consumer must be identified.
  return allSimulatedCodes(amounts).filter((code) => code !== 10_015 || amounts.MonCotiz !== undefined);
}

const wsfeFaults = schemaCheck(publishedWsdl('wsfe'));
const wsfexFaults = schemaCheck(publishedWsdl('wsfex'));
const envelope = (operation: string, namespace: string, content: string) =>
  `<s:Envelope><s:Body><${operation} xmlns="http://ar.gov.afip.dif.${namespace}/">${content}</${operation}></s:Body></s:Envelope>`;

/** What the authority's schema says against its request for authorization. */
function schemaFaultsOf(document: Json): string[] {
  const invoice = build(document);
  const type = documentType(invoice.tax?.ext?.['ar-arca-doc-type'] ?? '');
  if (!type || !isExport(type)) {
    return wsfeFaults(envelope('FECAESolicitar', 'FEV1', requestXml([authorityAmounts(invoice)], 7)));
  }
  const content = `<Cmp>${exportXml(exportRequest(invoice, entryId), 7)}</Cmp>`;
  return wsfexFaults(envelope('FEXAuthorize', 'fexv1', content));
}

function compareWithAuthority(count: number): void {
  const built = new Map(documentKinds.map((kind) => [kind, 0]));
  fc.assert(
    fc.property(anyDocument, ({ kind, document }) => {
      const faults = faultsOf(document);
      if (faults.length > 0) {
        expect(faults.filter(({ paths = [] }) => paths.length === 0)).toEqual([]);
        return;
      }
      built.set(kind, (built.get(kind) ?? 0) + 1);
      expect(refusalsOf(document), kind).toEqual([]);
      expect(schemaFaultsOf(document), kind).toEqual([]);
    }),
    { numRuns: count, seed: 20_261_128 },
  );
  for (const [kind, accepted] of built) expect(accepted, kind).toBeGreaterThan(count / 1_000);
}

const title = (count: number) =>
  `each of ${count} documents of every class is accepted by all rules and the schema of the authority, or refused with the field’s path`;
test(title(1_000), { timeout: 60_000 }, () => compareWithAuthority(1_000));
test(title(10_000), { tags: 'slow', timeout: 300_000 }, () => compareWithAuthority(10_000));
