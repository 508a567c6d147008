import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

export const mostAllowedAddresses = 20;

/**
 * An address or a network as it is kept, in its shortest form; undefined for what is none. What an IPv4 address is in
 * the clothes of IPv6 it is without them; bits beside the network's are cleared.
 */
export function networkOf(text: string): string | undefined {
  const network = parse(text.trim());
  if (!network) return undefined;
  const [address, bits] = network;
  const whole = address.kind() === 'ipv4' ? 32 : 128;
  if (bits === whole) return address.toString();
  const first =
    address instanceof ipaddr.IPv4
      ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits}`);
  return `${first}/${bits}`;
}

/** Whether a caller's address is in one of the networks. One that can not be read is in none. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const caller = ipaddr.process(address);
  return networks.some((text) => {
    const network = parse(text);
    return network !== undefined && network[0].kind() === caller.kind() && caller.match(network);
  });
}

function parse(text: string): Network | undefined {
  // Not «10.1»: the library would read it as 10.0.0.1.
  const isWritten = /^(\d+\.){3}\d+(\/\d+)?$|:/.test(text);
  if (!isWritten) return undefined;
  if (ipaddr.isValidCIDR(text)) {
    const [address, bits] = ipaddr.parseCIDR(text);
    const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96;
    return isMapped ? [address.toIPv4Address(), bits - 96] : [address, bits];
  }
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
