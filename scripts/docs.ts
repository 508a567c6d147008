import { writeFileSync } from 'node:fs';
import { errorPage } from '#lib/http/error-catalogue.ts';
import { limitPage } from '#lib/limits.ts';

/** `npm run docs`: writes the pages of the documentation that are lists of what the code knows. */
writeFileSync('docs/errors.md', errorPage());
writeFileSync('docs/limits.md', limitPage());
