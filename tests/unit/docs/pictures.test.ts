import { expect, test } from 'vitest';
import { readGuide } from '#app/docs/_guide.ts';

test('a repository picture leaves no image and no empty paragraph on the served page', () => {
  const { html } = readGuide('console');
  expect(html).toMatch(/<h1[^>]*>The Console<\/h1>\s*<p>In the Console you/);
  expect(html).not.toMatch(
    /<img|<p><\/p>|suppliers by state, webhooks that fail, how far registrations get and what holds them up<\/p>/,
  );
});
