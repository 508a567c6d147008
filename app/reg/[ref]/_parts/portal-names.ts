import type { Registration } from '#lib/registrations/registration.ts';

/** A taxpayer as the authority's portal lists them. */
export interface PortalTaxpayer {
  name: string;
  cuit: string;
  /**
   * False in live until the register has answered: then `name` is the account holder's, the portal may list another,
   * and the reader has to go by the CUIT.
   */
  isNameKnown: boolean;
}

type Named = Pick<Registration, 'environment' | 'namesAtAuthority'>;

/** The supplier, for pictures of the portal and instructions that quote what it lists. */
export const portalSupplier = (registration: Named & Pick<Registration, 'supplier'>): PortalTaxpayer =>
  listed(registration, registration.supplier);

/** The account holder's company that suppliers delegate to; undefined if the account holder names none. */
export const portalDelegate = (
  registration: Named & Pick<Registration, 'accountHolder'>,
): PortalTaxpayer | undefined => {
  const { delegate } = registration.accountHolder;
  return delegate && listed(registration, delegate);
};

function listed({ environment, namesAtAuthority }: Named, { name, cuit }: Registration['supplier']) {
  const nameAtAuthority = namesAtAuthority[cuit];
  return {
    name: nameAtAuthority ?? name,
    cuit,
    isNameKnown: environment === 'sandbox' || typeof nameAtAuthority === 'string',
  };
}
