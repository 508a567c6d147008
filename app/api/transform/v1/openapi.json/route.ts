import { examplesOf } from '#app/api/docs/_examples.ts';
import { contractOf } from '#lib/http/openapi.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { service } from '../_service.ts';

export const GET = contractOf(service, examplesOf('transform/v1'));

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
