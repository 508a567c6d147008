import forge from 'node-forge';
import type { Node } from './der.ts';

const { asn1 } = forge;

export function childrenOf(node: Node | undefined): Node[] {
  if (!node || !Array.isArray(node.value)) throw new TypeError('a constructed value was expected');
  return node.value;
}

export function childAt(node: Node | undefined, index: number): Node {
  const child = childrenOf(node)[index];
  if (!child) throw new TypeError(`element ${index} is missing`);
  return child;
}

/** Content of a primitive; a constructed OCTET STRING (BER, as some signers stream it) is joined. */
export function bytesOf(node: Node): Buffer {
  if (typeof node.value === 'string') return Buffer.from(node.value, 'latin1');
  return Buffer.concat(childrenOf(node).map(bytesOf));
}

export function oidOf(node: Node): string {
  if (node.type !== asn1.Type.OID) throw new TypeError('an object identifier was expected');
  return asn1.derToOid(forge.util.createBuffer(bytesOf(node).toString('latin1')));
}

export function isContext(node: Node | undefined, tag: number): node is Node {
  return node?.tagClass === asn1.Class.CONTEXT_SPECIFIC && (node.type as number) === tag;
}
