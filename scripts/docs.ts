import { readFileSync, writeFileSync } from 'node:fs';
import { configurationPage, environmentExample } from './configuration-page.ts';
import { dependencyPage } from './dependency-page.ts';
import { errorPages } from './error-page.ts';
import { limitPage } from './limit-page.ts';
import { copyCodeToSpanishPages } from './spanish-page.ts';

/** `npm run docs`: writes the generated pages of docs/ and .env.example, and the code of the Spanish pages. */
writeFileSync('docs/configuration.md', configurationPage());
writeFileSync('.env.example', environmentExample());
for (const { file, page } of errorPages) writeFileSync(file, page());
writeFileSync('docs/limits.md', limitPage());
writeFileSync('docs/dependencies.md', dependencyPage(JSON.parse(readFileSync('package-lock.json', 'utf8'))));
copyCodeToSpanishPages();
