import { createRequire } from 'node:module';
import { createClientAsync } from 'soap';
import { company } from '../applicant.ts';
import type { Client, Scene } from './client.ts';

const require = createRequire(import.meta.url);

const wsdlOf = ({ simulator }: Scene) => `${simulator.url}/sandbox/wsfev1/service.asmx?wsdl`;
const authOf = ({ ticket }: Scene) => ({ Token: ticket.token, Sign: ticket.sign, Cuit: Number(company) });
const argumentsOf = (name: string, input: Record<string, unknown>, scene: Scene) =>
  name === 'FEDummy' ? {} : { Auth: authOf(scene), ...input };

type Calls = Record<string, (input: Record<string, unknown>) => Promise<unknown>>;

/** Of an older WSDL, in SOAP 1.2 with a SOAPAction. */
export const afipApis: Client = {
  name: 'afip-apis',
  lacks: ['FEParamGetActividades', 'FEParamGetCondicionIvaReceptor'],
  isThere: true,
  open: async (scene) => {
    const { Wsfev1 } = require('afip-apis') as typeof import('afip-apis');
    const wsfe = new Wsfev1(wsdlOf(scene)) as unknown as Calls;
    return async ({ name, input }) =>
      JSON.stringify(await wsfe[name]?.(argumentsOf(name, input(scene), scene)));
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
