import type { Provider } from './provider.ts';
import { emailLink } from './steps/email-link.ts';
import { govArRegister } from './steps/gov-ar-register.ts';
import { govArSend } from './steps/gov-ar-send.ts';
import { govArUnregister } from './steps/gov-ar-unregister.ts';
import { govArWaitAuthorization } from './steps/gov-ar-wait-authorization.ts';
import { pdf } from './steps/pdf.ts';
import { siloState } from './steps/silo-state.ts';
import { webhook } from './steps/webhook.ts';

const all: Provider[] = [
  siloState,
  govArRegister,
  govArWaitAuthorization,
  govArUnregister,
  govArSend,
  pdf,
  webhook,
  emailLink,
];

export const providers: ReadonlyMap<string, Provider> = new Map(
  all.map((provider) => [provider.id, provider]),
);
