import type { NewUser } from '#lib/accounts/users.ts';
import { fetchPage } from './fetch-page.ts';

/** Sends the form of the login like a browser without script. */
export const logIn = (
  origin: string,
  { email, password }: Pick<NewUser, 'email' | 'password'>,
  headers: Record<string, string> = {},
): Promise<Response> => submitForm(`${origin}/login`, { email, password }, headers);

/** Opens a page of the Console and sends its form with these fields, like a browser without script. */
export async function submitForm(
  address: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const page = await (await fetchPage(address, { redirect: 'manual' })).text();
  const form = new FormData();
  for (const [, name = '', value = ''] of page.matchAll(
    /<input type="hidden" name="([^"]+)"(?: value="([^"]*)")?/g,
  )) {
    form.append(name, value.replaceAll('&quot;', '"'));
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return fetchPage(address, { method: 'POST', body: form, headers, redirect: 'manual' });
}

/** The cookie of this name as a browser sends it back, if the response sets it. */
export const cookieIn = (answer: Response, name: string): string | undefined =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';', 1)[0];
