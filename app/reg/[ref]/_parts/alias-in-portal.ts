import type { Registration } from '#lib/registrations/registration.ts';

/** The name under which the authority knows the certificate: the person may have typed another one. */
export const aliasInPortal = ({ certificate, request }: Registration) => certificate?.alias ?? request.alias;
