import { z } from 'zod';
import { passwordLengths } from '#lib/accounts/passwords.ts';
import { singleLine } from '#lib/documents/validation.ts';

/** Input of people about themselves. The strength of the password is checked when it is stored. */
export const email = z.string().trim().toLowerCase().max(254).pipe(z.email());
export const personName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine(...singleLine);
export const password = z
  .string()
  .min(1)
  .max(passwordLengths.max * 4);

const passkeyText = z.string().max(8_192);
/** A passkey's signature as browsers send it. Other members are ignored. */
const signedByPasskey = {
  id: z.string().min(1).max(1_400),
  rawId: z.string().min(1).max(1_400),
  type: z.literal('public-key'),
  clientExtensionResults: z.unknown().transform(() => ({})),
};
export const passkeyUse = z.object({
  ...signedByPasskey,
  response: z.object({
    clientDataJSON: passkeyText,
    authenticatorData: passkeyText,
    signature: passkeyText,
  }),
});
export const newPasskey = z.object({
  ...signedByPasskey,
  response: z.object({ clientDataJSON: passkeyText, attestationObject: passkeyText }),
});

/** A second-factor code: from an authenticator app or the list of recovery codes. */
export const loginCode = z.string().trim().min(1).max(40);
