import { arcaRule, type Broken, broken, goblRule } from '../broken.ts';
import type { Classified } from '../classification.ts';

/** Services say from when to when, and until when they are to be paid (10049); goods say neither. */
export function serviceRules(classified: Classified): Broken[] {
  if (classified.concept !== '1') return [...periodRules(classified), ...dueDateRules(classified)];
  if (!classified.invoice.payment?.terms?.due_dates?.length) return [];
  const path = ['payment', 'terms', 'due_dates'];
  return [
    broken(
      goblRule('20'),
      path,
      'must be left out for goods: the authority takes a due date for services only',
    ),
  ];
}

function periodRules({ invoice: { ordering } }: Classified): Broken[] {
  if (!ordering) return [broken(goblRule('15'), ['ordering'], 'is required for services, with their period')];
  if (!ordering.period) {
    return [broken(goblRule('16'), ['ordering', 'period'], 'is required for services: its start and end')];
  }
  if (ordering.period.start <= ordering.period.end) return [];
  return [broken(arcaRule(10032), ['ordering', 'period', 'end'], 'must not be before the start')];
}

function dueDateRules({ invoice: { payment, issue_date: issued } }: Classified): Broken[] {
  if (!payment)
    return [broken(goblRule('17'), ['payment'], 'is required for services, with a due date in its terms')];
  const path = ['payment', 'terms'];
  if (!payment.terms) return [broken(goblRule('18'), path, 'is required for services, with a due date')];
  const dates = payment.terms.due_dates ?? [];
  if (dates.length === 0) {
    return [broken(goblRule('19'), [...path, 'due_dates'], 'is required for services: when to pay')];
  }
  return dates.flatMap(({ date }, index) =>
    date < issued
      ? [broken(arcaRule(10036), [...path, 'due_dates', index, 'date'], 'must not be before the issue date')]
      : [],
  );
}
