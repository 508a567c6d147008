import { otherMethods } from '#lib/http/other-methods.ts';

export const dynamic = 'force-dynamic';

/** The process answers. */
export const GET = () => Response.json({ status: 'ok' });

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
