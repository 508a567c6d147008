import { env } from '#lib/env.ts';
import { otherMethods } from '#lib/http/other-methods.ts';
import { postmanCollection } from '../_collection.ts';

export const dynamic = 'force-dynamic';

/** The reference as a file, for Postman and those who read what it reads. */
export const GET = () =>
  Response.json(postmanCollection(`${env().ALTA_ORIGIN}/api`), {
    headers: {
      'cache-control': 'public, max-age=300',
      'content-disposition': 'attachment; filename="alta.postman_collection.json"',
    },
  });

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET');
