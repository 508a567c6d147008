import { service as access } from '#app/api/access/v1/_service.ts';
import { service as govAr } from '#app/api/apps/gov-ar/v1/_service.ts';
import { service as silo } from '#app/api/silo/v1/_service.ts';
import { service as transform } from '#app/api/transform/v1/_service.ts';
import { service as utils } from '#app/api/utils/v1/_service.ts';
import type { Service } from '#lib/http/openapi.ts';

/** Every published version of every service. */
export const services = [silo, transform, utils, access, govAr];

/** File of the contract as it was published. */
export const contractFile = ({ service, version }: Pick<Service, 'service' | 'version'>): URL =>
  new URL(`../contracts/${service.replace('/', '-')}-${version}.json`, import.meta.url);
