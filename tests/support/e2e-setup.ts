import { makePostgresTemplate } from './database-templates.ts';
import { prepareRun } from './run-setup.ts';

/** Once, before the workers start their servers: on PostgreSQL, where there is one, which takes less than half the time. */
export default async function setUp() {
  const postgres = await prepareRun();
  if (!postgres) return undefined;
  process.env.E2E_POSTGRES_URL = postgres.url;
  process.env.E2E_POSTGRES_TEMPLATE = await makePostgresTemplate(postgres.url);
  return () => postgres.stop();
}
