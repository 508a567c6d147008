import { buenosAiresDay } from '#lib/time.ts';
import type { Classified } from '../classification.ts';
import { vatStatusExtension } from '../customer.ts';
import { documentTypeExtension } from '../extensions.ts';
import { issuerStatusIn, issues } from '../issuer-status.ts';
import { arcaRule, type Broken, broken, goblRule } from '../paper.ts';
import { daysAfter, monthOf } from '../vat.ts';

const names = { standard: 'an invoice', 'debit-note': 'a debit note', 'credit-note': 'a credit note' };

export function pointOfSaleRules({ invoice: { series } }: Classified): Broken[] {
  if (!series) return [broken(goblRule('01'), ['series'], 'is required: the number of the point of sale')];
  const isPointOfSale = /^\d{1,5}$/.test(series) && Number(series) >= 1 && Number(series) <= 99_998;
  if (isPointOfSale) return [];
  return [broken(goblRule('02'), ['series'], 'must be the number of a point of sale, from 1 to 99998')];
}

export function numberRules({ invoice }: Classified): Broken[] {
  if (invoice.code === undefined) return [];
  return [
    broken(
      'code-is-assigned',
      ['code'],
      'must be left out: the authority’s next number is assigned on sending',
    ),
  ];
}

export function supplierRules({ invoice: { supplier } }: Classified): Broken[] {
  if (supplier.tax_id.country === 'AR') return [];
  const path = ['supplier', 'tax_id', 'country'];
  return [
    broken('supplier-not-argentine', path, 'must be AR: only a CUIT can issue an invoice in Argentina'),
  ];
}

/** GOBL has a rule for each direction; one contradiction breaks the one that its sender sees. */
export function documentTypeRules({ invoice, documentType }: Classified): Broken[] {
  const path = ['tax', 'ext', documentTypeExtension];
  const { type, letter, code } = documentType;
  const contradiction = (rule: Broken['code']) => [
    broken(rule, path, `is ${code}, ${names[type]}, but the type says ${names[invoice.type]}`, { code }),
  ];
  if (invoice.type !== type) {
    if (invoice.type === 'credit-note') return contradiction(goblRule('05'));
    if (invoice.type === 'debit-note') return contradiction(goblRule('06'));
    return contradiction(goblRule(type === 'credit-note' ? '07' : '08'));
  }
  if (invoice.$tags?.includes('monotax') && letter !== 'C') {
    return [
      broken(
        'document-type-mismatch',
        path,
        `is ${code}, of class ${letter}, but a monotributo issues class C`,
        { code, letter },
      ),
    ];
  }
  return [];
}

/** 10000: what the supplier is by its own document. A note is of the class of what it corrects. */
export function issuerStatusRules({ invoice: { supplier }, documentType }: Classified): Broken[] {
  const status = issuerStatusIn(supplier);
  const { letter, type } = documentType;
  if (!status || type !== 'standard' || issues(letter, status)) return [];
  const code = supplier.ext?.[vatStatusExtension] ?? '';
  const classes = status === 'registered' ? 'A and B' : 'C';
  return [
    broken(
      'issuer-status-contradicted',
      ['supplier', 'ext', vatStatusExtension],
      `is ${code}, and such a supplier issues class ${classes}, but the document is of class ${letter}`,
      { why: 'document', status, letter, code },
    ),
  ];
}

/**
 * 10016 and 10152 of the manual: five days before or after the day of sending, ten where services are among it; goods
 * may not be dated into another month ahead. That no later number may bear an earlier date is known on sending only.
 */
export function dateRules(
  { invoice: { issue_date: date }, concept }: Classified,
  { now }: { now: Date },
): Broken[] {
  const today = buenosAiresDay(now);
  const days = daysAfter(today, date);
  const most = concept === '1' ? 5 : 10;
  if (Math.abs(days) > most) {
    const what = concept === '1' ? 'for goods' : 'for services';
    return [
      broken(
        arcaRule(10016),
        ['issue_date'],
        `must be within ${most} days of the day of sending ${what}; today is ${today}`,
        { why: 'days', days: most, today },
      ),
    ];
  }
  if (concept === '1' && days > 0 && monthOf(date) !== monthOf(today)) {
    return [broken(arcaRule(10152), ['issue_date'], 'may not be in a month to come for goods')];
  }
  return [];
}
