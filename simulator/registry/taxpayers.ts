import { parseCuit } from '../cuit.ts';
import { Refusal } from '../refusal.ts';

export function requireCuit(value: unknown): string {
  const cuit = parseCuit(value);
  if (!cuit) throw new Refusal('La CUIT ingresada es inválida');
  return cuit;
}
