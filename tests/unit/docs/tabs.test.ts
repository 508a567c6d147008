import { Marked } from 'marked';
import { expect, test } from 'vitest';
import { codeBlock, tabsExtension, withTabs } from '#app/docs/_tabs.ts';

function render(markdown: string): string {
  const marked = new Marked({ extensions: [tabsExtension()], renderer: { code: codeBlock } });
  return marked.parser(withTabs(marked.lexer(markdown)));
}
const block = (info: string, code = 'x') => `\`\`\`${info}\n${code}\n\`\`\`\n`;
const choicesIn = (html: string) => [...html.matchAll(/<label[^>]*>(\w+)<\/label>/g)].map(([, name]) => name);

test('consecutive blocks form one choice, with the first selected', () => {
  const html = render([block('sh tab', 'curl'), block('ts tab', 'fetch()'), block('php tab')].join('\n\n'));
  expect(choicesIn(html)).toEqual(['curl', 'TypeScript', 'PHP']);
  expect(html.match(/ checked/g)).toHaveLength(1);
  expect(html).toMatch(/value="sh" checked/);
  expect(html).toMatch(/data-language="ts">.*fetch\(\)/);
});

test.each([
  ['a sentence', `${block('sh tab')}\nThen:\n\n${block('sh tab')}`],
  ['what a command printed', `${block('sh tab')}\n${block('text')}\n${block('sh tab')}`],
])('%s between blocks makes two choices, each with its own names', (_what, markdown) => {
  const html = render(markdown);
  const names = [...html.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name);
  expect(new Set(names).size).toBe(2);
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('a block with a file name shows the name above it', () => {
  const html = render(`${block('ts tab receiver.mts')}\n${block('go tab receiver.go')}`);
  expect(choicesIn(html)).toEqual(['TypeScript', 'Go']);
  expect(html).toMatch(/receiver\.mts<\/p><pre>.*receiver\.go<\/p><pre>/s);
});

test('a block that is not a tab is shown as it is, with its content as text', () => {
  const html = render(block('sh', 'echo "<b>" & done'));
  expect(html).toContain('echo &quot;&lt;b&gt;&quot; &amp; done<');
  expect(html).not.toContain('<input');
});

test('each line is an element with its indentation, and all of them together are the text', () => {
  const code = 'if (a) {\n\n    b\n\tc\n}';
  const html = render(block('ts', code));
  expect(html.match(/<span[^>]*>/g)).toEqual([
    '<span>',
    '<span>',
    '<span class="in-4">',
    '<span class="in-2">',
    '<span>',
  ]);
  expect(html.replace(/<[^>]+>/g, '').trimEnd()).toBe(code);
});
