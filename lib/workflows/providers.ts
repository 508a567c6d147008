import type { Provider } from './provider.ts';
import { govArRegister } from './steps/gov-ar-register.ts';
import { govArWaitAuthorization } from './steps/gov-ar-wait-authorization.ts';
import { siloState } from './steps/silo-state.ts';

const all: Provider[] = [siloState, govArRegister, govArWaitAuthorization];

export const providers: ReadonlyMap<string, Provider> = new Map(
  all.map((provider) => [provider.id, provider]),
);
