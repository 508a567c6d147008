import { readFileSync, writeFileSync } from 'node:fs';
import { errorPage } from '#lib/http/error-catalogue.ts';
import { limitPage } from '#lib/limit-page.ts';
import { dependencyPage } from './dependency-page.ts';

/** `npm run docs`: writes the pages of the documentation that are lists of what the code knows. */
writeFileSync('docs/errors.md', errorPage());
writeFileSync('docs/limits.md', limitPage());
writeFileSync('docs/dependencies.md', dependencyPage(JSON.parse(readFileSync('package-lock.json', 'utf8'))));
