import { BlockList, isIP } from 'node:net';

/** Which addresses requests may be sent to. */
export interface AllowedTargets {
  /**
   * True also allows loopback and private networks, for services on the operator's machines. Metadata
   * services stay blocked.
   */
  private: boolean;
}

type Net = [address: string, prefix: number];

/** Never a target: no public service has such an address, or it would expose secrets of this machine. */
const NEVER_4: Net[] = [
  ['0.0.0.0', 8],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
const LOOPBACK_4: Net[] = [['127.0.0.0', 8]];
const PRIVATE_4: Net[] = [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
];
/** Parts of 2000::/3 that are not public: special purposes, and notations for IPv4 addresses. */
const NEVER_6: Net[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
];
const GLOBAL_6: Net[] = [['2000::', 3]];
const LOOPBACK_6: Net[] = [['::1', 128]];
const PRIVATE_6: Net[] = [['fc00::', 7]];

const nets = (list: Net[], family: 'ipv4' | 'ipv6'): BlockList => {
  const block = new BlockList();
  for (const [address, prefix] of list) block.addSubnet(address, prefix, family);
  return block;
};

const never4 = nets(NEVER_4, 'ipv4');
const private4 = nets(PRIVATE_4, 'ipv4');
const loopback4 = nets(LOOPBACK_4, 'ipv4');
const never6 = nets(NEVER_6, 'ipv6');
const global6 = nets(GLOBAL_6, 'ipv6');
const private6 = nets(PRIVATE_6, 'ipv6');
const loopback6 = nets(LOOPBACK_6, 'ipv6');

type Reach = 'public' | 'private' | 'loopback' | 'never';

/** The kind of network that an address belongs to. IPv4 addresses in IPv6 notation are never a target. */
export function reachOf(address: string): Reach {
  const family = isIP(address);
  if (family === 4) {
    if (never4.check(address, 'ipv4')) return 'never';
    if (loopback4.check(address, 'ipv4')) return 'loopback';
    return private4.check(address, 'ipv4') ? 'private' : 'public';
  }
  // A zone (`fe80::1%eth0`) makes an address link-local.
  if (family !== 6 || address.includes('%') || isMapped(address)) return 'never';
  if (never6.check(address, 'ipv6')) return 'never';
  if (loopback6.check(address, 'ipv6')) return 'loopback';
  if (private6.check(address, 'ipv6')) return 'private';
  return global6.check(address, 'ipv6') ? 'public' : 'never';
}

/** `BlockList` would check the embedded IPv4 address. */
function isMapped(address: string): boolean {
  return new URL(`http://[${address}]/`).hostname.startsWith('[::ffff:');
}

/** Names that never belong to a public service, whatever DNS returns. */
const LOCAL_NAMES = /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home\.arpa|onion)$/;

/** Why a URL cannot be a target, as far as that is known without DNS; undefined if it can. */
export function targetFault(url: URL, allow: AllowedTargets): string | undefined {
  if (url.username !== '' || url.password !== '')
    return 'The URL must not contain a user name or a password.';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && allow.private))
    return 'The URL must begin with https://.';
  const host = hostOf(url);
  if (isIP(host) !== 0) return addressFault(url, host, allow);
  if (!allow.private && (LOCAL_NAMES.test(host) || !host.includes('.')))
    return 'The address is not on the public internet.';
  return undefined;
}

/** Why a base URL cannot be stored. */
export function baseAddressFault(text: string, allow: AllowedTargets): string | undefined {
  if (/[?#]/.test(text)) return 'The URL must not have a query (?) or a fragment (#).';
  return targetFault(new URL(text), allow);
}

/** Whether the operator allows requests to this host on the same machine or in a private network. */
export function allowedTargets(url: URL, hosts: readonly string[]): AllowedTargets {
  return { private: hosts.some((host) => host === url.host || host === url.hostname) };
}

/** Why a resolved address cannot be a target. Plain http is limited to this machine. */
export function addressFault(url: URL, address: string, allow: AllowedTargets): string | undefined {
  const reach = reachOf(address);
  if (url.protocol === 'http:' && reach !== 'loopback')
    return 'The URL must begin with https://. Plain http is allowed only for this machine.';
  if (reach === 'public' || (reach !== 'never' && allow.private)) return undefined;
  return 'The address is not on the public internet.';
}

/**
 * The host name for DNS: without brackets and trailing dots. The URL parser has already normalized decimal,
 * octal and hexadecimal forms of IPv4.
 */
export function hostOf(url: URL): string {
  return url.hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '')
    .toLowerCase();
}
