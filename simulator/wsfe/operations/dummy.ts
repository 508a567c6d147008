import type { WsfeOperation } from '../operation.ts';

const parts = ['AppServer', 'DbServer', 'AuthServer'];

export const feDummy: WsfeOperation = {
  name: 'FEDummy',
  needsAuth: false,
  requestSchema: '',
  resultSchema: parts.map((part) => `<s:element minOccurs="0" name="${part}" type="s:string"/>`).join(''),
  types: '',
  run: () => parts.map((part) => `<${part}>OK</${part}>`).join(''),
};
