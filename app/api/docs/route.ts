import { route } from '#lib/http/routing.ts';
import { referencePage } from './_page.tsx';

export const dynamic = 'force-dynamic';

/** The contracts of all services, for people. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: () => referencePage() });
