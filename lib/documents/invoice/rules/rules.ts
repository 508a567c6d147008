import type { Broken } from '../broken.ts';
import type { Classified } from '../classification.ts';
import { correctionRules } from './corrections.ts';
import { currencyRules } from './currency.ts';
import { customerRules, identityRules, vatStatusRules } from './customer.ts';
import {
  dateRules,
  documentTypeRules,
  issuerStatusRules,
  numberRules,
  pointOfSaleRules,
  supplierRules,
} from './heading.ts';
import { serviceRules } from './services.ts';
import { chargeRules, classCRules } from './taxes.ts';

type Rule = (classified: Classified, options: { now: Date }) => Broken[];

/**
 * The rules of GOBL's addon and of the authority that can be judged before anything is added up. Rules 03, 04 and 11
 * of the addon hold by derivation; 12 and 25 to 32 are of types that are not issued.
 */
const rules: readonly Rule[] = [
  pointOfSaleRules,
  numberRules,
  supplierRules,
  documentTypeRules,
  issuerStatusRules,
  dateRules,
  customerRules,
  identityRules,
  vatStatusRules,
  serviceRules,
  correctionRules,
  currencyRules,
  classCRules,
  chargeRules,
];

export const brokenRules: Rule = (classified, options) => rules.flatMap((rule) => rule(classified, options));
