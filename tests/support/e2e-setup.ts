import { makeDatabaseTemplate } from './database-templates.ts';
import { prepareRun } from './run-setup.ts';

/** Runs once, before the workers start their servers. */
export default async function setUp() {
  const postgres = await prepareRun();
  process.env.E2E_POSTGRES_URL = postgres.url;
  process.env.E2E_POSTGRES_TEMPLATE = await makeDatabaseTemplate(postgres.url);
  return postgres.stop;
}
