import type { WsfeOperation } from '../operation.ts';
import { elements } from '../voucher-xml.ts';

export const feDummy: WsfeOperation = {
  name: 'FEDummy',
  needsAuth: false,
  request: '',
  result: 'AppServer:string DbServer:string AuthServer:string',
  run: () => ({ values: elements({ AppServer: 'OK', DbServer: 'OK', AuthServer: 'OK' }) }),
};
