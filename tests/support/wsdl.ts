import { createRequire } from 'node:module';
import { childNamed, parseXml, type XmlElement } from '#simulator/soap/xml.ts';

/** The authority's own WSDLs, as @arcasdk/core brings them along. */
export function publishedWsdl(name: 'wsfe' | 'wsfex' | 'wsfecred' | 'ws_sr_inscription_proof'): string {
  const path = '@arcasdk/core/lib/infrastructure/soap/wsdl-strings.js';
  const { WSDL_STRINGS } = createRequire(import.meta.url)(path) as { WSDL_STRINGS: Record<string, string> };
  return WSDL_STRINGS[`${name}.wsdl`] ?? '';
}

interface Wsdl {
  definitions: XmlElement | undefined;
  schema: XmlElement | undefined;
  declared(kind: string, name: string): XmlElement | undefined;
  /** The elements of a complex type, those of the type that it extends first. */
  fieldsOf(type: XmlElement | undefined): XmlElement[];
  /** The complex type of an element, if it has one. */
  contentOf(element: XmlElement | undefined): XmlElement | undefined;
}

function readWsdl(text: string): Wsdl {
  const definitions = parseXml(text);
  const schema = childNamed(childNamed(definitions, 'types'), 'schema');
  const declared = (kind: string, name: string) =>
    schema?.children.find(({ localName, attributes }) => localName === kind && attributes.name === name);

  function fieldsOf(type: XmlElement | undefined): XmlElement[] {
    return (type?.children ?? []).flatMap((child) => {
      if (child.localName === 'element') return [child];
      if (child.localName !== 'extension') return fieldsOf(child);
      return [...fieldsOf(declared('complexType', local(child.attributes.base))), ...fieldsOf(child)];
    });
  }
  const contentOf = (element: XmlElement | undefined) =>
    childNamed(element, 'complexType') ?? declared('complexType', local(element?.attributes.type));
  return { definitions, schema, declared, fieldsOf, contentOf };
}

/**
 * The operations of a WSDL, each with the elements of its request and of its answer: their path, type and whether
 * they may be absent or repeated, in their order. The names of complex types, which nobody sends, are left out.
 */
export function describedOperations(text: string): Record<string, string[]> {
  const { definitions, declared, fieldsOf, contentOf } = readWsdl(text);
  const linesOf = (path: string, type: XmlElement | undefined): string[] =>
    fieldsOf(type).flatMap((field) => {
      const { name, type: named = '', minOccurs = '1', maxOccurs = '1' } = field.attributes;
      const inner = declared('complexType', local(named));
      const here = `${path}/${name}`;
      return [`${here} ${inner ? '' : local(named)} ${minOccurs}..${maxOccurs}`, ...linesOf(here, inner)];
    });

  const port = definitions?.children.find(({ localName }) => localName === 'portType');
  const names = (port?.children ?? []).flatMap(({ localName, attributes: { name } }) =>
    localName === 'operation' && name ? [name] : [],
  );
  return Object.fromEntries(
    names.map((name) => {
      const lines = [name, `${name}Response`].flatMap((element) =>
        linesOf(element, contentOf(declared('element', element))),
      );
      return [name, lines];
    }),
  );
}

/** What an XML Schema says against the first element of an envelope's Body. */
export type SchemaCheck = (envelope: string) => string[];

/** Holds messages against the schema of a WSDL: namespaces, names, order, number and types of their elements. */
export function schemaCheck(text: string): SchemaCheck {
  const { schema, declared, fieldsOf, contentOf } = readWsdl(text);
  const namespace = schema?.attributes.targetNamespace ?? '';
  const within = schema?.attributes.elementFormDefault === 'qualified' ? namespace : '';

  function faultsOf(path: string, element: XmlElement, declaration: XmlElement, scope: Scope): string[] {
    const inner = scopeIn(element, scope);
    if (isNil(element)) return declaration.attributes.nillable === 'true' ? [] : [`${path} is nil`];
    const type = contentOf(declaration);
    if (!type) {
      const faults = valueFaults(path, element.text, local(declaration.attributes.type));
      return element.children.length > 0 ? [`${path} has elements`] : faults;
    }
    const fields = fieldsOf(type);
    return [
      ...(element.text.trim() === '' ? [] : [`${path} has text`]),
      ...orderFaults(path, element, fields),
      ...element.children.flatMap((child) => {
        const field = fields.find(({ attributes }) => attributes.name === child.localName);
        const here = `${path}/${child.localName}`;
        if (!field) return [`${here} is unknown`];
        if (namespaceOf(child, inner) !== within) return [`${here} is in another namespace`];
        return faultsOf(here, child, field, inner);
      }),
    ];
  }

  function valueFaults(path: string, text: string, type: string): string[] {
    const restriction = childNamed(declared('simpleType', type), 'restriction');
    if (!restriction) return isOfType(type, text) ? [] : [`${path} is no ${type}: ${text}`];
    const faults = valueFaults(path, text, local(restriction.attributes.base));
    const allowed = restriction.children.filter(({ localName }) => localName === 'enumeration');
    const isListed = allowed.length === 0 || allowed.some(({ attributes }) => attributes.value === text);
    const isWithin = restriction.children.every(({ localName, attributes }) =>
      (facets[localName] ?? (() => true))(text, attributes.value ?? ''),
    );
    return faults.length > 0 || (isListed && isWithin) ? faults : [`${path} is no ${type}: ${text}`];
  }

  return (envelope) => {
    const root = parseXml(envelope);
    const body = childNamed(root, 'Body');
    const message = body?.children[0];
    if (!root || !body || !message) return ['no envelope with a message'];
    const scope = scopeIn(message, scopeIn(body, scopeIn(root, {})));
    const declaration = declared('element', message.localName);
    if (!declaration || namespaceOf(message, scope) !== namespace) return [`${message.localName} is unknown`];
    return faultsOf(message.localName, message, declaration, scope);
  };
}

/** Elements in the order of their declarations, each as often as it may. */
function orderFaults(path: string, { children }: XmlElement, fields: XmlElement[]): string[] {
  const places = children.map(({ localName }) =>
    fields.findIndex(({ attributes }) => attributes.name === localName),
  );
  const late = children.filter((_, index) => (places[index] ?? 0) < Math.max(...places.slice(0, index), 0));
  const counted = fields.flatMap(({ attributes: { name, minOccurs = '1', maxOccurs = '1' } }) => {
    const count = children.filter(({ localName }) => localName === name).length;
    const isEnough = count >= Number(minOccurs) && (maxOccurs === 'unbounded' || count <= Number(maxOccurs));
    return isEnough ? [] : [`${path}/${name} ${count} times`];
  });
  return [...late.map(({ localName }) => `${path}/${localName} is out of order`), ...counted];
}

/** Bounds of a simple type. */
const facets: Record<string, (text: string, bound: string) => boolean> = {
  minInclusive: (text, bound) => Number(text) >= Number(bound),
  maxInclusive: (text, bound) => Number(text) <= Number(bound),
  minExclusive: (text, bound) => Number(text) > Number(bound),
  maxExclusive: (text, bound) => Number(text) < Number(bound),
  minLength: (text, bound) => text.length >= Number(bound),
  maxLength: (text, bound) => text.length <= Number(bound),
  length: (text, bound) => text.length === Number(bound),
  pattern: (text, bound) => new RegExp(`^(?:${bound})$`, 'u').test(text),
};

const bits: Record<string, bigint> = { short: 15n, int: 31n, long: 63n };

function isOfType(type: string, text: string): boolean {
  const size = bits[type];
  if (size !== undefined) {
    if (!/^[+-]?\d+$/.test(text)) return false;
    const value = BigInt(text);
    return value >= -(1n << size) && value < 1n << size;
  }
  if (type === 'decimal') return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(text);
  if (type === 'double') return /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/.test(text);
  if (type === 'date') return /^\d{4}-\d\d-\d\d(Z|[+-]\d\d:\d\d)?$/.test(text);
  if (type === 'dateTime') return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.test(text);
  if (type === 'boolean') return ['true', 'false', '0', '1'].includes(text);
  if (type === 'string') return true;
  throw new Error(`The type ${type} is not checked.`);
}

/** Namespaces by their prefixes. */
type Scope = Readonly<Record<string, string>>;

function scopeIn({ attributes }: XmlElement, scope: Scope): Scope {
  const declarations = Object.entries(attributes).flatMap(([name, value]) => {
    if (name === 'xmlns') return [['', value]];
    return name.startsWith('xmlns:') ? [[name.slice('xmlns:'.length), value]] : [];
  });
  return { ...scope, ...Object.fromEntries(declarations) };
}

function namespaceOf(element: XmlElement, scope: Scope): string {
  const prefix = element.name.includes(':') ? element.name.slice(0, element.name.indexOf(':')) : '';
  return scopeIn(element, scope)[prefix] ?? '';
}

const isNil = ({ attributes }: XmlElement) =>
  Object.entries(attributes).some(([name, value]) => name.endsWith(':nil') && value === 'true');

const local = (name = '') => name.slice(name.indexOf(':') + 1);
