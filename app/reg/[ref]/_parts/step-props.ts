import type { Registration } from '#lib/registrations/registration.ts';
import type { Texts } from './texts.tsx';

export interface FieldError {
  field: string;
  message: string;
}

/** What was typed and why it was not taken; absent on a first visit. */
export interface FormState {
  values: Record<string, string>;
  errors: FieldError[];
}

export interface StepProps {
  registration: Registration;
  /** `/reg/<ref>` */
  basePath: string;
  t: Texts;
  now: Date;
  form?: FormState | undefined;
  /** Where the authority's portal is, when the operator points Alta at a stand-in of it. */
  portalAddress?: string | undefined;
}
