import { buenosAiresDay } from '#lib/buenos-aires.ts';
import { isAssumed } from '../assumed.ts';
import { arcaRule, type Broken, broken, goblRule } from '../broken.ts';
import type { Classified } from '../classification.ts';
import {
  identityOf,
  identityTypeExtension,
  isClassAStatus,
  isKnownIdentityType,
  isKnownStatus,
  namedIdentity,
  vatStatusExtension,
  whyNotIdentity,
} from '../customer.ts';
import { registerStatusOf } from '../register-status.ts';

/** Class B may be sold over the counter, to nobody in particular. */
export function customerRules({ invoice: { customer, supplier }, documentType }: Classified): Broken[] {
  if (!customer) {
    if (documentType.letter === 'B') return [];
    return [
      broken(goblRule('09'), ['customer'], `is required in class ${documentType.letter}`, {
        letter: documentType.letter,
      }),
    ];
  }
  if (!customer.tax_id && namedIdentity(customer).index < 0) {
    const message = `needs a tax_id, or an identity with ${identityTypeExtension} such as 96 for a DNI`;
    return [broken(goblRule('10'), ['customer'], message)];
  }
  const { number, path } = identityOf(customer);
  return number === supplier.tax_id.code
    ? [broken(arcaRule(10069), path, 'must not be the supplier’s own')]
    : [];
}

/** An identity counts where there is no CUIT to go by. */
export function identityRules({ invoice: { customer }, documentType }: Classified): Broken[] {
  const { index, type } = namedIdentity(customer);
  const identity = identityOf(customer);
  if (customer?.tax_id?.country !== 'AR' && type !== undefined) {
    const path = ['customer', 'identities', index];
    if (!isKnownIdentityType(type)) {
      return [
        broken(
          arcaRule(10015),
          [...path, 'ext', identityTypeExtension],
          'is no type of identity that the authority knows',
          { why: 'type' },
        ),
      ];
    }
    const problem = whyNotIdentity(identity);
    if (problem) return [broken(arcaRule(10015), identity.path, problem)];
  }
  if (!customer || documentType.letter !== 'A' || identity.type === '80') return [];
  return [broken(arcaRule(10013), ['customer', 'tax_id'], 'must be a CUIT in class A')];
}

export function vatStatusRules({ invoice: { customer }, documentType, vatStatus }: Classified): Broken[] {
  if (!customer) return [];
  const path = ['customer', 'ext', vatStatusExtension];
  if (!isKnownStatus(vatStatus)) {
    return [
      broken(arcaRule(10242), path, 'is no VAT status: 1, 4, 5, 6, 7, 8, 9, 10, 13, 15 or 16', {
        why: 'status',
      }),
    ];
  }
  if (documentType.letter === 'A' && !isClassAStatus(vatStatus)) {
    const message = 'must be 1, 6, 13 or 16 in class A: registered for VAT, or monotributo';
    const read = registerStatusOf(customer);
    if (!read) return [broken(goblRule('13'), path, message)];
    const params = { why: 'register', status: vatStatus, date: buenosAiresDay(new Date(read.readAt)) };
    return [broken(goblRule('13'), path, message, params)];
  }
  if (documentType.letter === 'B' && isClassAStatus(vatStatus)) {
    const assumed = isAssumed(customer, vatStatusExtension);
    const message = assumed
      ? 'is required for class B: with a CUIT it is assumed to be 1, and such a customer gets class A'
      : 'must not be 1, 6, 13 or 16 in class B: such a customer gets class A';
    return [broken(goblRule('14'), path, message, { why: assumed ? 'assumed' : 'given' })];
  }
  return [];
}
