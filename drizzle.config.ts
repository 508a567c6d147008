import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './lib/database/tables/*.ts',
  out: './lib/database/migrations',
});
