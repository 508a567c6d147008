import type { Environment } from '#simulator/environment.ts';
import { findInteractiveService, interactiveServices } from '#simulator/registry/interactive-services.ts';
import { findWebService, webServices } from '#simulator/registry/services.ts';

/** A service of the tree, carried through the forms as `ws:<id>` or `interactivo:<id>`. */
export type ServiceChoice = { kind: 'web-service' | 'interactive'; id: string; title: string };

export function readChoice(environment: Environment, text: string): ServiceChoice | undefined {
  const [prefix, id = ''] = text.split(':', 2);
  if (prefix === 'ws' && environment === 'live') {
    const service = findWebService(id);
    return service && { kind: 'web-service', id, title: service.liveTitle };
  }
  const service = prefix === 'interactivo' ? findInteractiveService(environment, id) : undefined;
  return service && { kind: 'interactive', id, title: service.title };
}

export function choiceValue({ kind, id }: ServiceChoice): string {
  return kind === 'web-service' ? `ws:${id}` : `interactivo:${id}`;
}

/** The two branches under ARCA; in homologación web services are authorized in WSASS, not here. */
export function branches(
  environment: Environment,
): { id: string; title: string; services: ServiceChoice[] }[] {
  const interactive = interactiveServices[environment].map(
    ({ id, title }): ServiceChoice => ({ kind: 'interactive', id, title }),
  );
  const web = webServices.map(
    ({ id, liveTitle }): ServiceChoice => ({ kind: 'web-service', id, title: liveTitle }),
  );
  return [
    { id: 'interactivos', title: 'Servicios Interactivos', services: interactive },
    ...(environment === 'live' ? [{ id: 'webservices', title: 'WebServices', services: web }] : []),
  ];
}
