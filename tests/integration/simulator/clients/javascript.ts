import { createRequire } from 'node:module';
import { createClientAsync } from 'soap';
import { addressOf, type Client, type Scene } from './client.ts';

const require = createRequire(import.meta.url);

const wsdlOf = (scene: Scene) => `${addressOf(scene)}?wsdl`;

function argumentsOf(
  name: string,
  input: Record<string, unknown>,
  { ticket, cuit }: Scene,
): Record<string, unknown> {
  if (name.endsWith('Dummy')) return {};
  const Auth = { Token: ticket.token, Sign: ticket.sign, Cuit: Number(cuit) };
  return { ...input, Auth: { ...Auth, ...(input.Auth ?? {}) } };
}

type Calls = Record<string, (input: Record<string, unknown>) => Promise<unknown>>;

/** Of an older WSDL, in SOAP 1.2 with a SOAPAction. */
export const afipApis: Client = {
  name: 'afip-apis',
  lacks: [
    'FEParamGetActividades',
    'FEParamGetCondicionIvaReceptor',
    // It sends nothing in the Body.
    'FEXDummy',
    'FEXGetPARAM_Actividades',
  ],
  isThere: true,
  open: async (scene) => {
    const { Wsfev1, Wsfexv1 } = require('afip-apis') as typeof import('afip-apis');
    const Api = scene.service === 'wsfe' ? Wsfev1 : Wsfexv1;
    const api = new Api(wsdlOf(scene)) as unknown as Calls;
    return async ({ name, input }) =>
      JSON.stringify(await api[name]?.(argumentsOf(name, input(scene), scene)));
  },
};

/** Knows nothing but what it reads in the WSDL. */
export const soap: Client = {
  name: 'soap',
  lacks: [],
  isThere: true,
  open: async (scene) => {
    const client = (await createClientAsync(wsdlOf(scene))) as unknown as Calls;
    return async ({ name, input }) =>
      JSON.stringify(await client[`${name}Async`]?.(argumentsOf(name, input(scene), scene)).then(result));
  },
};

/** It gives the result, the bodies of both messages and their headers. */
const result = (answer: unknown) => (Array.isArray(answer) ? answer[0] : answer);
