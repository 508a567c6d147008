import { expect, test } from 'vitest';
import { reminderLetter } from '#lib/mail/link-letters.ts';
import { link, supplier, workspace } from './scene.ts';

test('a reminder begins with the sender’s own text in the reader’s language', () => {
  const reminder = { 'es-AR': 'Nos falta tu alta <b>para pagarte</b>.', en: 'We need this to pay you.' };
  const greeting = { 'es-AR': 'Bienvenidos.' };
  const about = { sender: { ...workspace, greeting, reminder }, supplier, link, hasStarted: true };
  const { text, html } = reminderLetter(about);
  expect(text.indexOf(reminder['es-AR'])).toBeGreaterThan(0);
  expect(text.indexOf(reminder['es-AR'])).toBeLessThan(text.indexOf(link.url));
  expect(html).toContain('Nos falta tu alta &lt;b&gt;para pagarte&lt;/b&gt;.');
  expect(text).not.toContain(greeting['es-AR']);
  expect(reminderLetter(about, 'en').text).toContain(reminder.en);
});
