import { otherMethods } from '#lib/http/other-methods.ts';
import { referencePage } from './_page.tsx';

export const dynamic = 'force-dynamic';

/** The contracts of all services, for people. */
export const GET = () => referencePage();

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
