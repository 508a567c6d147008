import { CreditAccount, canAddCreditAccount, saveCreditAccount } from '#lib/registrations/credit-account.ts';
import { htmlResponse } from '../_parts/document.tsx';
import { nextPath } from '../flow.ts';
import { readForm } from '../form-data.ts';
import { get, post, seeOther } from '../handler.tsx';
import { accountAnchor, fieldErrors } from '../listo/account.tsx';
import { Done } from '../listo/view.tsx';

/** Stores the account for credit invoices that the supplier enters on the last page. */
export const POST = post(async ({ request, ctx, registration, props }) => {
  const { cbu = '', alias = '', system = '' } = await readForm(request);
  const account = CreditAccount.safeParse({ cbu, alias, system });
  if (!account.success && canAddCreditAccount(registration)) {
    const form = { values: { cbu, alias, system }, errors: fieldErrors(account.error, props.t) };
    return htmlResponse(<Done {...props} accountForm={form} />, 422);
  }
  if (account.success) await saveCreditAccount(ctx, registration, account.data);
  return seeOther(props, nextPath(registration), accountAnchor);
});

/** Redirects a person who opens the form's address. */
export const GET = get(({ registration, props }) => seeOther(props, nextPath(registration)));
