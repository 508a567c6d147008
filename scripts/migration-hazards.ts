import { parse } from 'libpg-query';

/** An operation of a migration that harms the running version, during the migration or after it. */
export interface Hazard {
  kind: 'contract' | 'refusal' | 'rewrite' | 'scan' | 'index' | 'data' | 'transaction';
  what: string;
}

/** A node of PostgreSQL's syntax tree, typed only where it is read. */
type Node = Record<string, unknown>;
interface Command {
  subtype: string;
  name?: string;
  def?: { ColumnDef?: Column; Constraint?: Constraint };
}
interface Column {
  colname: string;
  constraints?: { Constraint: Constraint }[];
}
interface NamedNode {
  String: { sval: string };
}
interface Constraint {
  contype: string;
  skip_validation?: boolean;
  fk_attrs?: NamedNode[];
  keys?: NamedNode[];
  raw_expr?: Node;
}

/** Defaults with a different value for each row. PostgreSQL rewrites the whole table for them. */
const volatileDefault = /"sval":"(gen_random_uuid|random|clock_timestamp|nextval|uuidv[47])"/;

const dropped: Record<string, string> = {
  AT_DropColumn: 'drops the column',
  AT_AlterColumnType: 'changes the type of',
  AT_DropNotNull: 'lets nulls into',
  AT_DropConstraint: 'drops the constraint',
};

/** A migration's hazards, except those it accepts by a comment. @param sql the whole file */
export async function hazardsOf(sql: string): Promise<Hazard[]> {
  const statements = await statementsOf(sql);
  const made = new Set<string>();
  const hazards = statements.flatMap(([kind, node]) => hazardsOfStatement(kind, node, made));
  const accepted = acceptedIn(sql);
  if (!statements.some(raisesCompatibility)) accepted.delete('contract');
  return hazards.filter(({ kind }) => !accepted.has(kind));
}

/** The oldest version that runs on the schema after this migration, if it declares one. */
export async function compatibleSince(sql: string): Promise<string | undefined> {
  const raising = (await statementsOf(sql)).find(raisesCompatibility);
  return /"sval":"(\d+\.\d+\.\d+)"/.exec(JSON.stringify(raising ?? ''))?.[1];
}

async function statementsOf(sql: string): Promise<[kind: string, node: Node][]> {
  const { stmts = [] } = (await parse(sql)) as { stmts?: { stmt: Node }[] };
  return stmts.flatMap(({ stmt }) => Object.entries(stmt) as [string, Node][]);
}

const raisesCompatibility = ([kind, node]: [string, Node]) =>
  kind === 'UpdateStmt' && tableOf(node) === 'schema_compatibility';

const tableOf = (node: Node) => (node.relation as { relname?: string } | undefined)?.relname ?? '';

/** `-- accepted <kind>: <reason>`. For a contract, the reason says since which version nothing reads it. */
const acceptedIn = (sql: string) =>
  new Set(
    [...sql.matchAll(/^-- accepted (contract|refusal|rewrite|scan|index|data): \S/gm)].map(
      ([, kind]) => kind ?? '',
    ),
  );

/** @param made tables, and columns as `table.column`, that this migration creates, so that nothing uses them yet */
function hazardsOfStatement(kind: string, node: Node, made: Set<string>): Hazard[] {
  const table = tableOf(node);
  const isNew = made.has(table);
  switch (kind) {
    case 'CreateStmt':
      made.add(table);
      return [];
    case 'AlterTableStmt':
      return isNew ? [] : commandsOf(node).flatMap((command) => hazardsOfCommand(table, command, made));
    case 'IndexStmt':
      if (node.concurrent)
        return [{ kind: 'transaction', what: 'builds an index outside of the transaction' }];
      return isNew ? [] : hazardsOfIndex(table, node, made);
    case 'DropStmt':
      return node.removeType === 'OBJECT_INDEX'
        ? [
            {
              kind: 'index',
              what: 'drops an index that the previous version may need for queries or conflicts',
            },
          ]
        : [contract(`drops (${node.removeType})`)];
    case 'RenameStmt':
      return [contract(`renames (${node.renameType}) in ${table}`)];
    case 'TruncateStmt':
      return [contract('empties a table')];
    case 'UpdateStmt':
    case 'DeleteStmt':
      return isNew || raisesCompatibility([kind, node])
        ? []
        : [{ kind: 'data', what: `changes rows of ${table}, which stay locked until the end` }];
    case 'DoStmt':
      return [{ kind: 'data', what: 'has a DO block, which cannot be checked' }];
    case 'VacuumStmt':
    case 'ClusterStmt':
    case 'ReindexStmt':
      return [{ kind: 'transaction', what: 'cannot run in the transaction of the migrations' }];
    default:
      return [];
  }
}

const commandsOf = (node: Node) =>
  (node.cmds as { AlterTableCmd: Command }[]).map(({ AlterTableCmd }) => AlterTableCmd);

function hazardsOfCommand(table: string, { subtype, name, def }: Command, made: Set<string>): Hazard[] {
  const place = `${table}.${name}`;
  if (subtype === 'AT_AddColumn' && def?.ColumnDef) return hazardsOfColumn(table, def.ColumnDef, made);
  if (subtype === 'AT_AddConstraint' && def?.Constraint)
    return hazardsOfConstraint(table, def.Constraint, made);
  if (subtype === 'AT_SetNotNull' && !made.has(place)) return [reading(table), refusing(table)];
  if (subtype === 'AT_ColumnDefault' && !def) return [contract(`drops the default of ${place}`)];
  const what = dropped[subtype];
  return what ? [contract(`${what} ${place}`)] : [];
}

function hazardsOfColumn(table: string, { colname, constraints = [] }: Column, made: Set<string>): Hazard[] {
  const place = `${table}.${colname}`;
  made.add(place);
  const of = (type: string) => constraints.find(({ Constraint }) => Constraint.contype === type)?.Constraint;
  const initial = of('CONSTR_DEFAULT');
  const hazards: Hazard[] = [];
  if (of('CONSTR_NOTNULL') && !initial && !of('CONSTR_GENERATED') && !of('CONSTR_IDENTITY'))
    hazards.push(contract(`requires a value for ${place}, which the previous version does not write`));
  if (of('CONSTR_GENERATED') || of('CONSTR_IDENTITY') || volatileDefault.test(JSON.stringify(initial ?? '')))
    hazards.push({ kind: 'rewrite', what: `rewrites all of ${table} for ${place}` });
  if (of('CONSTR_UNIQUE') || of('CONSTR_PRIMARY')) hazards.push(indexing(table));
  return hazards;
}

function hazardsOfConstraint(table: string, constraint: Constraint, made: Set<string>): Hazard[] {
  const { contype, skip_validation, fk_attrs = [], keys = [], raw_expr } = constraint;
  const isOfNew = (columns: string[]) =>
    columns.length > 0 && columns.every((column) => made.has(`${table}.${column}`));
  const namesOf = (list: NamedNode[]) => list.map(({ String: { sval } }) => sval);
  if (contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY')
    return [indexing(table), ...(isOfNew(namesOf(keys)) ? [] : [refusing(table)])];
  if (isOfNew(namesOf(fk_attrs))) return [];
  return [
    ...(skip_validation ? [] : [reading(table)]),
    ...(isOfNew(columnsIn(raw_expr)) ? [] : [refusing(table)]),
  ];
}

function hazardsOfIndex(table: string, node: Node, made: Set<string>): Hazard[] {
  const columns = (node.indexParams as { IndexElem: { name?: string } }[]).map(
    ({ IndexElem }) => IndexElem.name,
  );
  // Rows written by the previous version have null there, and nulls are never equal.
  const isLoose = !node.unique || columns.some((column) => made.has(`${table}.${column}`));
  return [indexing(table), ...(isLoose ? [] : [refusing(table)])];
}

const columnsIn = (expression: Node | undefined) =>
  [...JSON.stringify(expression ?? '').matchAll(/"ColumnRef":\{"fields":\[\{"String":\{"sval":"(\w+)"/g)].map(
    ([, column = '']) => column,
  );

const contract = (what: string): Hazard => ({ kind: 'contract', what });
const refusing = (table: string): Hazard => ({
  kind: 'refusal',
  what: `refuses rows of ${table} that the previous version may write`,
});
const reading = (table: string): Hazard => ({ kind: 'scan', what: `reads all of ${table} under a lock` });
const indexing = (table: string): Hazard => ({
  kind: 'index',
  what: `blocks writes to ${table} while it builds an index`,
});
