import { env } from '#lib/env.ts';
import { withExamples } from '#lib/http/contract-examples.ts';
import { combinedContract, openApiOf, publicDocument } from '#lib/http/openapi.ts';
import { route } from '#lib/http/routing.ts';
import { examplesOf } from '../docs/_examples.ts';
import { services } from '../docs/_services.ts';

export const dynamic = 'force-dynamic';

/** The contracts of all services in one file, with the address of this installation. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: publicDocument(() =>
    combinedContract(
      services.map((each) => withExamples(openApiOf(each), examplesOf(`${each.service}/${each.version}`))),
      env().ALTA_ORIGIN,
    ),
  ),
});
