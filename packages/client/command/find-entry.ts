import { type Alta, AltaError, type Entry } from '../src/index.ts';
import { CommandError, exitCodes } from './exit-codes.ts';

const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);

/**
 * An entry by what people have of it: its id, the key that they gave it, a supplier's CUIT.
 * @throws CommandError `refused` when there is none, another kind of thing, or several of one CUIT.
 */
export async function findEntry(alta: Alta, folder: 'suppliers' | 'invoices', name: string): Promise<Entry> {
  const entry = isId(name) ? await alta.entries.fetch(name) : await byKeyOrCuit(alta, name);
  if (entry.folder === folder) return entry;
  throw new CommandError(exitCodes.refused, `${name} is in ${entry.folder}, not in ${folder}.`);
}

async function byKeyOrCuit(alta: Alta, name: string): Promise<Entry> {
  try {
    return await alta.entries.fetchByKey(name);
  } catch (error) {
    if (!(error instanceof AltaError) || error.key !== 'not-found') throw error;
  }
  const code = cuitOf(name);
  const { list } = code ? await alta.entries.search({ q: code, folder: 'suppliers' }) : { list: [] };
  const [found, ...others] = list.filter(({ snippet }) => snippet.tax_code === `AR${code}`);
  if (found && others.length > 0) {
    const names = [found, ...others].map(({ id, key }) => key ?? id).join(', ');
    throw new CommandError(exitCodes.refused, `Several suppliers have the CUIT ${name}: ${names}.`);
  }
  if (found) return alta.entries.fetch(found.id);
  throw new CommandError(exitCodes.refused, `There is nothing with the id, the key or the CUIT ${name}.`);
}

/** Its eleven digits, however they were written. */
function cuitOf(text: string): string | undefined {
  const digits = text.replace(/^AR/i, '').replace(/[-. ]/g, '');
  return /^\d{11}$/.test(digits) ? digits : undefined;
}
