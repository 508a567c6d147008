import { arcaRule, type Broken, broken, goblRule } from '../broken.ts';
import type { Classified } from '../classification.ts';
import { monthOf } from '../dates.ts';
import { documentTypeExtension } from '../extensions.ts';
import type { Preceding } from '../schema.ts';

/** What a credit or debit note corrects. By single documents: the authority's other way, by period, has no GOBL field. */
export function correctionRules({ invoice, documentType }: Classified): Broken[] {
  const preceding = invoice.preceding ?? [];
  if (invoice.type === 'standard') {
    if (preceding.length === 0) return [];
    return [
      broken(
        arcaRule(10040),
        ['preceding'],
        'must be left out: only a credit or debit note corrects something',
        { why: 'invoice' },
      ),
    ];
  }
  if (preceding.length === 0) {
    return [broken(goblRule('21'), ['preceding'], 'is required: the invoice that this note corrects')];
  }
  return [
    ...preceding.flatMap((document, index) => [
      ...typeRules(document, documentType, index),
      ...numberRules(document, index),
      ...precedingDateRules(document, invoice.issue_date, index),
    ]),
    ...repetitions(preceding),
  ];
}

function typeRules(
  { ext }: Preceding,
  { corrects, letter }: Classified['documentType'],
  index: number,
): Broken[] {
  const path = ['preceding', index, 'ext', documentTypeExtension];
  const type = ext?.[documentTypeExtension];
  if (type === undefined)
    return [broken(goblRule('22'), path, 'is required: the type of the corrected document')];
  if (corrects.includes(type)) return [];
  return [
    broken(
      arcaRule(10040),
      path,
      `must be one that a note of class ${letter} corrects: ${corrects.join(', ')}`,
      { why: 'class', letter, types: [...corrects] },
    ),
  ];
}

function numberRules({ series = '', code }: Preceding, index: number): Broken[] {
  const within = (text: string, most: number) =>
    /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most;
  return [
    ...(within(series, 99_998)
      ? []
      : [
          broken(arcaRule(10058), ['preceding', index, 'series'], 'must be a point of sale, from 1 to 99998'),
        ]),
    ...(within(code, 99_999_998)
      ? []
      : [
          broken(
            arcaRule(10059),
            ['preceding', index, 'code'],
            'must be the number of the document, digits only',
            { why: 'number' },
          ),
        ]),
  ];
}

/** 10210: a note may come before what it corrects in the same month only. */
function precedingDateRules({ issue_date: date }: Preceding, issued: string, index: number): Broken[] {
  if (date === undefined || date <= issued || monthOf(date) === monthOf(issued)) return [];
  return [
    broken(arcaRule(10210), ['preceding', index, 'issue_date'], 'is in a month after that of this note'),
  ];
}

function repetitions(preceding: Preceding[]): Broken[] {
  const seen = new Set<string>();
  return preceding.flatMap(({ ext, series, code }, index) => {
    const document = [ext?.[documentTypeExtension], Number(series), Number(code)].join('-');
    if (seen.has(document)) return [broken(arcaRule(10060), ['preceding', index], 'is named twice')];
    seen.add(document);
    return [];
  });
}
